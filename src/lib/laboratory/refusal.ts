import type { RefusalCode } from '#lib/contracts/errors.ts';

/**
 * An expected "no": a stable code and a sentence that says what to do. Thrown by rules and use-cases, translated once at the
 * edge (server/http, sync/server). Anything else that is thrown is a failure or a bug.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly context?: Readonly<Record<string, unknown>>
  ) {
    super(message);
  }
}

/** One fault of an input, as body 2.4 lists it. */
export type InputFault = { readonly loc: readonly string[]; readonly msg: string; readonly type: string };

/** An input that has the right shape and still cannot be accepted: 422 with body 2.4. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  constructor(readonly faults: readonly [InputFault, ...InputFault[]]) {
    super(faults[0].msg);
  }
}

export const invalidInput = (loc: readonly string[], type: string, msg: string): InvalidInput =>
  new InvalidInput([{ loc, msg, type }]);
