import { ForeignKeyIntegrityConstraintViolationError } from 'slonik';

/** Whether a deletion failed because other rows still point at the row. */
export const isStillReferenced = (thrown: unknown): boolean =>
  thrown instanceof ForeignKeyIntegrityConstraintViolationError;
