/** What shows while authentication or a screen loads (spec section 2). */
export function Loading() {
  return (
    <output className="flex flex-1 items-center justify-center p-10 text-soft">Loading...</output>
  );
}
