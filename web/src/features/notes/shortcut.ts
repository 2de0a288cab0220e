const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** A label with the key that does the same, as this machine writes it. */
export function withShortcut(label: string, letter: string): string {
  return `${label} (${isMac ? '⌘' : 'Ctrl+'}${letter})`;
}
