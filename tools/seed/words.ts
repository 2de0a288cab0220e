/** What an invented household does, whom it knows and what it writes down. */
export const CATEGORIES = ['Work', 'Personal', 'Projects', 'Home', 'Family', 'Health', 'Travel'];

export const TASKS: Record<string, readonly string[]> = {
  Work: [
    'Prepare the {month} report for {company}',
    'Call {first} about the offer',
    'Review the draft contract of {company}',
    'Send the invoice to {company}',
    'Plan the meeting with {first} {last}',
    'Answer the questions of {company}',
    'Update the price list for {month}',
    'Write minutes of the {month} review',
  ],
  Personal: [
    'Buy a present for {first}',
    'Return the books to the library',
    'Renew the passport before {month}',
    'Write to {first} {last}',
    'Sort the photos of {month}',
    'Cancel the subscription of {company}',
  ],
  Projects: [
    'Sketch the shelf for the hallway',
    'Order timber for the garden table',
    'Test the new irrigation timer',
    'Compare quotes for the solar panels',
    'Paint the second coat in the study',
    'Publish the newsletter for {month}',
  ],
  Home: [
    'Descale the coffee machine',
    'Water the plants',
    'Take out the paper and glass',
    'Replace the smoke detector battery',
    'Book the chimney sweep for {month}',
    'Buy oats, lentils and olive oil',
  ],
  Family: [
    'Sign the school form for {first}',
    'Pick up {first} from the station',
    "Plan {first}'s birthday",
    'Call grandmother',
    'Book swimming lessons for {month}',
  ],
  Health: [
    'Make an appointment at the dentist',
    'Run five kilometres',
    'Pick up the prescription',
    'Stretch for ten minutes',
    'Ask the insurance about the {month} bill',
  ],
  Travel: [
    'Book the night train to {city}',
    'Reserve a room in {city}',
    'Check the visa rules for {city}',
    'Pack for {city}',
    'Print the tickets to {city}',
  ],
};

export const DESCRIPTIONS = [
  'Ask for two alternatives and compare them before deciding.',
  'The papers are in the blue folder on the second shelf.',
  'Takes about half an hour. Best done in the morning.',
  'Waiting for an answer; ask again if nothing has come by Friday.',
  'See the note of the same name for details.',
];

export const FIRST_NAMES =
  'Ada Alma Amir Anna Anton Aylin Ben Chiara Clara David Dilek Elena Emil Farah Felix Finn Greta Hanna Hugo Ida Ines Ivan Jakob Jana Jonas Julia Kaito Karim Lara Lena Leo Lina Luca Maja Marie Mateo Mei Mila Nadia Noah Nora Olga Omar Paul Petra Priya Rosa Samir Sofia Tariq Theo Tuva Vera Yara Zoë'.split(
    ' ',
  );

export const LAST_NAMES =
  'Adeyemi Almeida Andersen Bauer Becker Bianchi Brown Costa Demir Dubois Eriksen Fernández Fischer Garcia Haddad Hansen Hoffmann Ito Ivanova Jansen Kaya Keller Kim Kowalski Larsen Lee Lindqvist Lopez Martin Meyer Moreau Müller Nakamura Nguyen Novak O’Brien Okafor Patel Peters Quinn Rossi Sato Schmidt Silva Singh Smith Svensson Tanaka Taylor Varga Wagner Weber Weiß Wood Yılmaz'.split(
    ' ',
  );

export const COMPANIES = [
  'Northwind Bakery',
  'Hollis & Daughters',
  'Lindgren Timber',
  'Blue Door Studio',
  'Harbour Clinic',
  'Ferro Bicycles',
  'Oak Street Books',
  'Meridian Maps',
  'Quiet Garden Supplies',
  'Tessera Tiles',
];

export const JOB_TITLES = [
  'Owner',
  'Engineer',
  'Teacher',
  'Doctor',
  'Editor',
  'Carpenter',
  'Buyer',
];

export const STREETS = ['Oak Street', 'Mill Lane', 'Harbour Road', 'Station Road', 'Church Hill'];

export const CITIES: readonly (readonly [city: string, state: string])[] = [
  ['Lisbon', 'LX'],
  ['Graz', 'ST'],
  ['Aarhus', 'MJ'],
  ['Ghent', 'VOV'],
  ['Portland', 'OR'],
  ['Turin', 'TO'],
  ['Uppsala', 'C'],
  ['Galway', 'G'],
];

export const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

export const FOLDERS = [
  'Recipes',
  'House',
  'Ideas',
  'Meetings',
  'Travel',
  'Reading',
  'Garden',
  'School',
];

export const NOTE_SUBJECTS = [
  'Meeting with {company}',
  'Packing list for {city}',
  'Bread with {first}’s starter',
  'Ideas for {month}',
  'Measurements of the kitchen',
  'Reading list {month}',
  'What {first} said about the garden',
  'Wi-Fi and meters',
];

export const SENTENCES = [
  'The first attempt was *almost* right, the second was better.',
  '**Remember** to measure twice.',
  'Ask {first} {last} whether the date in {month} still holds.',
  'It costs less if it is ordered before {month}.',
  '__Important__: keep the receipt.',
  '{company} answers within two days.',
  'There is a good café near the station in {city}.',
];
