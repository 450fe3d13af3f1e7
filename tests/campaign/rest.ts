/** The REST API for the driver: JSON in, JSON out; a status that is not expected is thrown. */
export type Rest = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Whoever waits longer than this for an answer hangs. */
export const HANGS_AFTER_MS = 90_000;

export const rest =
  (origin: string, token: string | null): Rest =>
  async <T>(method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === null ? {} : { Authorization: `Bearer ${token}` })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(HANGS_AFTER_MS)
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
