import {
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  CheckExclusionConstraintViolationError,
  CheckIntegrityConstraintViolationError,
  ForeignKeyIntegrityConstraintViolationError,
  IdleTransactionTimeoutError,
  InputSyntaxError,
  InvalidInputError,
  NotNullIntegrityConstraintViolationError,
  StatementCancelledError,
  StatementTimeoutError,
  UniqueIntegrityConstraintViolationError,
  type PrimitiveValueExpression
} from 'slonik';
import { connectionWasLost } from './connection-lost.ts';

type Statement = { readonly sql: string; readonly values: readonly PrimitiveValueExpression[] };

/** The error of a statement as Slonik's error class, which queries recognise; others stay unchanged. */
export function slonikError(thrown: unknown, statement: Statement): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const code = 'code' in thrown ? thrown.code : undefined;
  switch (code) {
    case '22P02':
      return new InvalidInputError(thrown.message);
    case '23502':
      return new NotNullIntegrityConstraintViolationError(thrown);
    case '23503':
      return new ForeignKeyIntegrityConstraintViolationError(thrown);
    case '23505':
      return new UniqueIntegrityConstraintViolationError(thrown);
    case '23514':
      return new CheckIntegrityConstraintViolationError(thrown);
    case '23P01':
      return new CheckExclusionConstraintViolationError(thrown);
    case '25P03':
      return new IdleTransactionTimeoutError(thrown);
    case '42601':
      return new InputSyntaxError(thrown, statement);
    case '57014':
      // One code for both; only the message distinguishes them.
      return /due to user request/.test(thrown.message)
        ? new StatementCancelledError(thrown)
        : new StatementTimeoutError(thrown);
  }
  return lineError(thrown);
}

/** The same without a statement: the connection broke. */
export function lineError(thrown: Error): Error {
  if (!connectionWasLost(thrown)) return thrown;
  return 'code' in thrown && thrown.code === '57P01'
    ? new BackendTerminatedError(thrown)
    : new BackendTerminatedUnexpectedlyError(thrown);
}
