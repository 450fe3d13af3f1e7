/** The server refused. `issues` say where, for malformed input (status 422). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly issues: readonly {
      readonly loc: string[];
      readonly msg: string;
      readonly type: string;
      readonly context?: Readonly<Record<string, string>>;
    }[] = [],
    readonly context: Readonly<Record<string, unknown>> | undefined = undefined,
    readonly retryAfterMs: number = 0
  ) {
    super(detail);
  }
}

/** No answer: no network, no server, or too slow. Whether the request took effect is unknown. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';
}

/** Reads an answer that is not 2xx, from the service or from a proxy before it. */
export async function errorOf(answer: Response): Promise<ApiError> {
  const body: unknown = await answer.json().catch(() => null);
  const { detail, code, context } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const retryAfterMs = 1000 * (Number(answer.headers.get('retry-after')) || 0);
  if (Array.isArray(detail)) {
    const issues = detail as ApiError['issues'];
    const sentence = issues.map(({ msg }) => msg).join('; ');
    return new ApiError(answer.status, 'validation', sentence, issues, undefined, retryAfterMs);
  }
  return new ApiError(
    answer.status,
    typeof code === 'string' ? code : `http_${answer.status}`,
    typeof detail === 'string' ? detail : answer.statusText,
    [],
    typeof context === 'object' && context !== null ? (context as Record<string, unknown>) : undefined,
    retryAfterMs
  );
}
