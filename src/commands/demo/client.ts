/** A client of the REST API for scripts: a bearer token, JSON, and a sentence if the server refuses. */
export class RefusedByServer extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string
  ) {
    super(message);
  }
}

export class ApiClient {
  #token: string | null = null;

  constructor(readonly baseUrl: string) {}

  async signIn(email: string, password: string): Promise<void> {
    const { access_token } = await this.post<{ access_token: string }>('/auth/login', { email, password });
    this.#token = access_token;
  }

  get<T>(path: string): Promise<T> {
    return this.#send<T>('GET', path);
  }

  post<T>(path: string, body: unknown): Promise<T> {
    return this.#send<T>('POST', path, body);
  }

  put<T>(path: string, body: unknown): Promise<T> {
    return this.#send<T>('PUT', path, body);
  }

  delete(path: string, body?: unknown): Promise<unknown> {
    return this.#send('DELETE', path, body);
  }

  async #send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.baseUrl}/api/v1${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(this.#token === null ? {} : { Authorization: `Bearer ${this.#token}` })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    });
    const text = await response.text();
    const answer: unknown = text === '' ? null : JSON.parse(text);
    if (response.ok) return answer as T;
    const { detail, code } = answer as { detail: unknown; code?: string };
    throw new RefusedByServer(response.status, code ?? 'invalid', `${method} ${path}: ${JSON.stringify(detail)}`);
  }
}

/** Creates something that an earlier run may have created: `null` if the server answers that it exists. */
export async function unlessThere<T>(codes: readonly string[], act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (thrown) {
    if (thrown instanceof RefusedByServer && codes.includes(thrown.code)) return null;
    throw thrown;
  }
}
