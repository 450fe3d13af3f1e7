import { REFUSALS } from '#lib/contracts/errors.ts';
import { InvalidInput, Refusal } from '#lib/laboratory/refusal.ts';
import { AnalysisRefusal } from '#lib/metrology/types.ts';

/** The answer to whatever was thrown: refusals and faults as documented, anything else 500 with an id for the log. */
export function problem(thrown: unknown, requestId: string): Response {
  if (thrown instanceof InvalidInput) return Response.json({ detail: thrown.faults }, { status: 422 });
  if (thrown instanceof AnalysisRefusal) {
    const loc = ['body', ...thrown.path.map(String)];
    return Response.json({ detail: [{ loc, msg: thrown.message, type: thrown.code }] }, { status: 422 });
  }
  if (thrown instanceof Refusal) {
    const body = { detail: thrown.message, code: thrown.code, ...(thrown.context && { context: thrown.context }) };
    return Response.json(body, { status: REFUSALS[thrown.code], headers: extraHeaders(thrown) });
  }
  return Response.json(
    { detail: `Something went wrong on the server. Quote ${requestId} when you report it.`, code: 'internal' },
    { status: 500 }
  );
}

/** The framework's answer to a method that an address does not take, told as the API tells its refusals. */
export function wrongMethod(answered: Response, requestId: string): Response {
  const allow = answered.headers.get('Allow') ?? '';
  const refused = problem(new Refusal('method_not_allowed', `This address takes ${allow}.`), requestId);
  refused.headers.set('Allow', allow);
  return refused;
}

/** Expected by the caller, so nothing for the error log. */
export const isExpected = (thrown: unknown): boolean =>
  thrown instanceof InvalidInput || thrown instanceof AnalysisRefusal || thrown instanceof Refusal;

function extraHeaders(refusal: Refusal): Record<string, string> {
  if (REFUSALS[refusal.code] === 401) return { 'WWW-Authenticate': 'Bearer' };
  const seconds = refusal.context?.['retry_after_seconds'];
  return refusal.code === 'too_many_requests' && typeof seconds === 'number' ? { 'Retry-After': String(seconds) } : {};
}
