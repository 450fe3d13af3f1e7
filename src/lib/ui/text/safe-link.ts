const LEADS = new Set(['http:', 'https:', 'mailto:']);

/** An address that a link in somebody's text may lead to: the web or mail; null for all others, scripts among them. */
export function safeLink(address: unknown): string | null {
  if (typeof address !== 'string') return null;
  try {
    const url = new URL(address);
    return LEADS.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
