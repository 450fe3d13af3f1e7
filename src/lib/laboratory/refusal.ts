import type { RefusalCode } from '#lib/contracts/errors.ts';

/**
 * An expected "no": a stable code and a sentence that says what to do. Rules and use cases throw it; the edge
 * (server/http, sync/server) translates it. Any other exception is a failure or a bug.
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

/** One error of an input, as listed in body 2.4. */
export type InputFault = {
  readonly loc: readonly string[];
  readonly msg: string;
  readonly type: string;
  /** What `msg` names, for programs that have words of their own for `type`. */
  readonly context?: Readonly<Record<string, string>>;
};

/** An input of the right shape that is still not acceptable: 422 with body 2.4. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
  constructor(readonly faults: readonly [InputFault, ...InputFault[]]) {
    super(faults[0].msg);
  }
}

export const invalidInput = (loc: readonly string[], type: string, msg: string): InvalidInput =>
  new InvalidInput([{ loc, msg, type }]);
