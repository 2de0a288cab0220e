/** In this order: the user agents of the first also contain the names of later ones. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^(?:node|undici)\b/, 'a script'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: readonly [RegExp, string][], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** 'Firefox on Windows', from a User-Agent header. */
export function browserName(userAgent: string | null): string {
  const browser = nameIn(BROWSERS, userAgent ?? '') ?? 'Unknown browser';
  const system = nameIn(SYSTEMS, userAgent ?? '');
  const named = browser.charAt(0).toUpperCase() + browser.slice(1);
  return system ? `${named} on ${system}` : named;
}
