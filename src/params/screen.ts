/** First parts of addresses that are no screens: programs and holders of certificates get other answers there. */
const OTHERS: ReadonlySet<string> = new Set(['api', 'health', 'metrics', 'storage', 'verify']);

/** An address at which a person would look for a screen. */
export const match = (path: string): boolean => !OTHERS.has(path.split('/')[0] ?? '');
