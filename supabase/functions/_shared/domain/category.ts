/** The choice of the category filter that hides nothing (spec section 4). */
export const ALL_CATEGORIES = 'all';

/** No category: a choice of the filter of contacts, and what contacts store for it (spec §3, §5). */
export const NO_CATEGORY = 'none';

/** How long a category's name may be, in characters. */
export const CATEGORY_NAME_LIMIT = 200;

/** What a person may choose for a category, as the database has it. */
export const CATEGORY_COLORS = [
  'purple',
  'green',
  'blue',
  'slate',
  'red',
  'orange',
  'yellow',
  'teal',
  'cyan',
  'pink',
] as const;
export type CategoryColor = (typeof CATEGORY_COLORS)[number];

const colorsByName: Record<string, CategoryColor> = {
  work: 'purple',
  personal: 'green',
  projects: 'blue',
};

/** The colour of a category: the one that was chosen, or the one of its name (spec section 9). */
export function categoryColor(name: string, chosen?: CategoryColor | null): CategoryColor {
  const key = name.toLowerCase();
  return chosen ?? (Object.hasOwn(colorsByName, key) ? colorsByName[key] : undefined) ?? 'slate';
}

/** A category's name with a capital first letter (spec section 9). */
export function categoryLabel(category: string): string {
  const [first = ''] = category;
  return first.toLocaleUpperCase() + category.slice(first.length);
}

/**
 * What is filtered by: the stored choice, or all if that category is no longer there. The screens
 * share the choice, and `none` is one only where it is offered.
 */
export function activeCategory(
  stored: string,
  categories: readonly string[],
  offersNone = false,
): string {
  if (stored === NO_CATEGORY && offersNone) return stored;
  return categories.includes(stored) ? stored : ALL_CATEGORIES;
}

/** Names that tasks, contacts or folders keep though there is no such category now. */
export function namesKept(
  names: readonly string[],
  inUse: Iterable<string | null>,
): readonly string[] {
  const kept = new Set(inUse);
  for (const name of [null, '', NO_CATEGORY, ...names]) kept.delete(name);
  return [...kept].filter((name) => name !== null);
}

/** How many tasks, contacts and folders have a category. */
export type CategoryUse = { tasks: number; contacts: number; folders: number };

/** What becomes of those that have a category when it is deleted, in one sentence. */
export function keepingText({ tasks, contacts, folders }: CategoryUse): string {
  const parts = [
    [tasks, 'task'],
    [contacts, 'contact'],
    [folders, 'folder'],
  ] as const;
  const used = parts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`);
  if (used.length === 0) return 'Nothing is in it.';
  const list = new Intl.ListFormat('en').format(used);
  return tasks + contacts + folders === 1
    ? `${list} keeps its name, and the filter still finds it.`
    : `${list} keep its name, and the filter still finds them.`;
}

/** The tasks of one category, or all of them. */
export function inCategory<Task extends { category: string | null }>(
  tasks: readonly Task[],
  selected: string,
): readonly Task[] {
  if (selected === ALL_CATEGORIES) return tasks;
  return tasks.filter((task) => task.category === selected);
}

/** What the filter and the forms call something else, so that no category can be called so. */
const RESERVED = [ALL_CATEGORIES, NO_CATEGORY];

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Whether the text is one of the filter's own words: the one refusal that needs a reason. */
export function isReservedName(text: string): boolean {
  return RESERVED.some((word) => isSame(word, text.trim()));
}

/** The name to add; null for an empty one and a duplicate, which are ignored (spec section 5). */
export function nameToAdd(text: string, names: readonly string[]): string | null {
  const name = text.trim();
  if (name === '' || names.some((other) => isSame(other, name))) return null;
  return name;
}

/**
 * The new name of a category; null where nothing is to be done: empty, unchanged, or the name of a
 * different one, which is silently refused (spec section 5). Another case of its own name is new.
 */
export function nameAfterEdit(from: string, text: string, names: readonly string[]): string | null {
  const name = text.trim();
  if (name === from) return null;
  return nameToAdd(
    name,
    names.filter((other) => other !== from),
  );
}
