import { inject } from 'vitest';

export type Answered<T> = { readonly status: number; readonly body: T; readonly headers: Headers };

/** The REST API as an outsider uses it: fetch, a bearer token, JSON. Never throws on a status. */
export type Api = <T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>
) => Promise<Answered<T>>;

export const apiOf =
  (token: string | null, baseUrl = inject('baseUrl')): Api =>
  async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...headers
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body) })
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') === true && text !== '';
    return { status: response.status, headers: response.headers, body: (json ? JSON.parse(text) : text) as T };
  };

/** Waits until `probe` answers something, at most `seconds`. */
export async function eventually<T>(
  probe: () => Promise<T | null | undefined | false>,
  seconds = 30,
  everyMs = 100
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const found = await probe();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`not within ${seconds} s: ${probe.toString().slice(0, 200)}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
