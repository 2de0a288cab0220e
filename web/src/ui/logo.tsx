/** The letter A as a mountain, in a square of 24. */
export const PEAK = 'M3 20.5c3.2 0 4.4-1.7 5.5-4.8L12 5.5l3.5 10.2c1.1 3.1 2.3 4.8 5.5 4.8';

/** The product's logo: the letter A as a mountain with the sun. Takes the colour of its text. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="none" className={className}>
      <path
        d={PEAK}
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="12" cy="17.5" r="2" fill="currentColor" />
    </svg>
  );
}
