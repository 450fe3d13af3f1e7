/** The first that fits names it: what calls itself several browsers is named before those it claims to be. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari']
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux']
];
const nameIn = (table: typeof BROWSERS, text: string) => table.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/**
 * What a person would call the browser and system behind a User-Agent: `Firefox, Windows`; a program by its own name (`curl`).
 * Null where it says nothing.
 */
export function deviceName(userAgent: string | null): string | null {
  const text = userAgent?.trim() ?? '';
  const known = [nameIn(BROWSERS, text), nameIn(SYSTEMS, text)].filter((name) => name !== null);
  if (known.length > 0) return known.join(', ');
  return /^[\w.-]+/.exec(text)?.[0] ?? null;
}
