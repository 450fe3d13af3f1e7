/**
 * The outgoing link of a website as it was entered; a missing `https://` is added here, where it is rendered (specification 2.1).
 * Null for anything that is not an http address.
 */
export function linkOf(website: string): string | null {
  const text = /^https?:\/\//i.test(website) ? website : `https://${website}`;
  try {
    const url = new URL(text);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}
