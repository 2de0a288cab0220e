/** How to come by what Gmail takes for a password (spec section 2 and 9). */
export function GmailHint() {
  return (
    <div className="rounded-base bg-accent-soft p-4 text-sm">
      <p className="font-medium">For Gmail you need an app password:</p>
      <ol className="mt-1.5 list-decimal space-y-1 pl-5">
        <li>Enable 2-factor authentication for your Google account</li>
        <li>Create a 16-character app password for Mail</li>
        <li>Enter it here instead of your own password</li>
      </ol>
    </div>
  );
}
