import { LoaderCircle } from 'lucide-react';

/** A turning mark beside a text that says what is going on; silent for screen readers. */
export function Spinner() {
  return <LoaderCircle aria-hidden className="size-4 animate-spin" />;
}
