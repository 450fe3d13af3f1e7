/** XML as it is canonical (Canonical XML 1.0): what is signed is the same text that is sent. */

declare const written: unique symbol;
/** A finished piece of XML. */
export type Xml = string & { readonly [written]: true };
type Part = Xml | readonly Part[] | null;

export const escapeText = (text: string): string =>
  allowed(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;');

const escapeAttribute = (text: string): string =>
  allowed(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replace(/\s/gu, ' ');

/** XML 1.0 cannot contain control characters or halves of surrogate pairs, not even escaped. */
const allowed = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- these are the characters to replace
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd');

/** `<name>…</name>`; parts that are null are left out. */
export const element = (name: string, ...parts: readonly Part[]): Xml => elementWith(name, {}, ...parts);

export function elementWith(
  name: string,
  attributes: Readonly<Record<string, string | null>>,
  ...parts: readonly Part[]
): Xml {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [` ${key}="${escapeAttribute(value)}"`]
  );
  return `<${name}${written.join('')}>${joined(parts)}</${name}>` as Xml;
}

const joined = (parts: readonly Part[]): string =>
  parts
    .map((part) => (part === null ? '' : typeof part === 'string' ? part : joined(part as readonly Part[])))
    .join('');

/** An element with text; null if the text is empty, because the schemas allow no empty ones. */
export function leaf(name: string, text: string | null | undefined): Xml | null {
  const trimmed = (text ?? '').trim();
  return trimmed === '' ? null : (`<${name}>${escapeText(trimmed)}</${name}>` as Xml);
}
