import { z } from 'zod';
import { PROCEDURE } from '#lib/records/procedure.ts';
import { inputShape, recordShape } from './described.ts';
import { userSummarySchema } from './people.ts';
import { id, instant } from './primitives.ts';

const shape = recordShape(PROCEDURE, {});
export const procedureSchema = z.strictObject(shape);
export type Procedure = z.infer<typeof procedureSchema>;

/** A revision of a procedure: its text, its first day and its author. */
export const procedureRevisionSchema = z.strictObject({
  revision: shape.revision,
  code: shape.code,
  name: shape.name,
  quantity: shape.quantity,
  description: shape.description,
  body: shape.body,
  effective_from: shape.effective_from,
  reference_class: shape.reference_class,
  environment: shape.environment,
  plan: shape.plan,
  created_at: instant,
  created_by: userSummarySchema.nullable()
});
export type ProcedureRevision = z.infer<typeof procedureRevisionSchema>;

const editable = inputShape(PROCEDURE, {});
export const createProcedureBody = z.strictObject({
  ...editable,
  effective_from: editable.effective_from.optional(),
  organization_id: id.nullable().optional()
});
export const updateProcedureBody = z.strictObject(editable).partial();
