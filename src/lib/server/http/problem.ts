import { REFUSALS, type RefusalCode } from '#lib/contracts/errors.ts';
import { InvalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { NewerFormat } from '#lib/metrology/newer-format.ts';
import { AnalysisRefusal } from '#lib/metrology/refusal.ts';
import { failureOf, type Failure } from '#lib/server/db/failure.ts';

/** `Retry-After` for database problems; devices extend their pauses by themselves. */
const RETRY_SECONDS = 2;

/** The refusal for each kind of failure. */
const TOLD: { readonly [F in Failure]: () => Refusal } = {
  unavailable: () =>
    new Refusal('unavailable', 'The database is not responding. Nothing was changed; try again in a moment.', {
      retry_after_seconds: RETRY_SECONDS
    }),
  no_room: () =>
    new Refusal('no_room', 'The server’s disk is full. Nothing was changed. Contact an administrator.', {
      retry_after_seconds: 15 * RETRY_SECONDS
    }),
  outcome_unknown: () =>
    new Refusal(
      'outcome_unknown',
      'The connection to the database was lost while saving. Check whether it was saved before you send it again.'
    ),
  no_right: () => new Refusal('forbidden', 'You no longer have the right to do this.'),
  gone: () => new Refusal('not_found', 'It no longer exists.')
};

/**
 * The response to an exception: refusals, input errors and failures as documented, anything else 500 with an id for the
 * log.
 */
export function problem(thrown: unknown, requestId: string): Response {
  if (thrown instanceof InvalidInput) return Response.json({ detail: thrown.faults }, { status: 422 });
  if (thrown instanceof AnalysisRefusal) {
    const loc = ['body', ...thrown.path.map(String)];
    return Response.json({ detail: [{ loc, msg: thrown.message, type: thrown.code }] }, { status: 422 });
  }
  const refusal = refusalOf(thrown);
  if (refusal !== null) {
    const { message: detail, code, context } = refusal;
    const status = REFUSALS[code];
    return Response.json({ detail, code, ...(context && { context }) }, { status, headers: extraHeaders(refusal) });
  }
  return Response.json(
    { detail: `Something went wrong on the server. Quote ${requestId} when you report it.`, code: 'internal' },
    { status: 500 }
  );
}

/** The code that `problem` states; null if it states none, or that the server failed. */
export const refusalCode = (thrown: unknown): RefusalCode | null => refusalOf(thrown)?.code ?? null;

function refusalOf(thrown: unknown): Refusal | null {
  if (thrown instanceof Refusal) return thrown;
  // While processes of two versions are running, the next attempt may reach the newer one.
  if (thrown instanceof NewerFormat) return new Refusal('unavailable', thrown.message, { retry_after_seconds: 15 });
  const failure = failureOf(thrown);
  return failure && TOLD[failure]();
}

/** The framework's response to an unsupported method, in the format of the API's refusals. */
export function wrongMethod(answered: Response, requestId: string): Response {
  const allow = answered.headers.get('Allow') ?? '';
  const refused = problem(new Refusal('method_not_allowed', `This address accepts only ${allow}.`), requestId);
  refused.headers.set('Allow', allow);
  return refused;
}

/** Caused by the caller, so not an error in the log. */
export const isExpected = (thrown: unknown): boolean =>
  thrown instanceof InvalidInput || thrown instanceof AnalysisRefusal || thrown instanceof Refusal;

function extraHeaders(refusal: Refusal): Record<string, string> {
  if (REFUSALS[refusal.code] === 401) return { 'WWW-Authenticate': 'Bearer' };
  const seconds = refusal.context?.['retry_after_seconds'];
  return typeof seconds === 'number' ? { 'Retry-After': String(seconds) } : {};
}
