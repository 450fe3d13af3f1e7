import { Refusal } from '#lib/laboratory/refusal.ts';

/** Beside UTF-8 and UTF-16: what the declaration of an old program names. */
const DECLARED: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'iso-8859-1',
  'iso-8859-15': 'iso-8859-15',
  'windows-1252': 'windows-1252'
};
const DECLARATION = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']/u;
/** A declaration is not longer. */
const BEGINNING = 256;

/**
 * The text of an XML file without its mark. Whoever parses the file and whoever checks its signature must see the same text.
 * @throws Refusal `dcc_not_xml`
 */
export function decodeXml(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('dcc_not_xml', `The file is not text in ${encoding.toUpperCase()}.`);
  }
}

/** The mark decides; without one, the declaration; without that it is UTF-8. */
function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb) return 'utf-8';
  const beginning = new TextDecoder('iso-8859-1').decode(bytes.subarray(0, BEGINNING));
  const declared = DECLARATION.exec(beginning)?.[1] ?? 'utf-8';
  const known = DECLARED[declared.toLowerCase()];
  if (known === undefined)
    throw new Refusal('dcc_not_xml', `The file declares the encoding “${declared}”; it must be UTF-8 or UTF-16.`);
  return known;
}
