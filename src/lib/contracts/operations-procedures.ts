import { z } from 'zod';
import { MIB, operation } from './operation.ts';
import { id, pageQuery, queryFlag, sortBy } from './primitives.ts';
import { createProcedureBody, procedureRevisionSchema, procedureSchema, updateProcedureBody } from './procedures.ts';

const byId = z.strictObject({ id });
const MOST_REVISIONS = 2_000_000_000;

export const procedureOperations = {
  listProcedures: operation({
    method: 'GET',
    path: '/procedures',
    tag: 'Procedures',
    summary: 'List the procedures that the caller may see, each in its current revision',
    access: 'user',
    query: pageQuery.extend({
      organization_id: id.optional(),
      retired: queryFlag.optional(),
      sort: sortBy('code', 'name', 'updated_at').optional()
    }),
    answers: { 200: z.array(procedureSchema) },
    refusals: ['invalid_cursor'],
    paged: true
  }),
  createProcedure: operation({
    method: 'POST',
    path: '/procedures',
    tag: 'Procedures',
    summary: 'Create a procedure, as revision 1',
    access: 'technician',
    body: createProcedureBody,
    bodyLimit: MIB,
    answers: { 201: procedureSchema },
    refusals: ['forbidden', 'not_found', 'procedure_code_taken'],
    idempotent: true
  }),
  getProcedure: operation({
    method: 'GET',
    path: '/procedures/{id}',
    tag: 'Procedures',
    summary: 'One procedure, in its current revision',
    access: 'user',
    params: byId,
    answers: { 200: procedureSchema },
    refusals: ['not_found']
  }),
  updateProcedure: operation({
    method: 'PUT',
    path: '/procedures/{id}',
    tag: 'Procedures',
    summary:
      'Change a procedure; omitted fields are unchanged. A change creates the next revision; earlier ones are kept',
    access: 'technician',
    params: byId,
    body: updateProcedureBody,
    bodyLimit: MIB,
    answers: { 200: procedureSchema },
    refusals: ['not_found', 'forbidden', 'procedure_code_taken', 'stale'],
    idempotent: true
  }),
  deleteProcedure: operation({
    method: 'DELETE',
    path: '/procedures/{id}',
    tag: 'Procedures',
    summary: 'Delete a procedure that nothing has used, with its revisions',
    access: 'technician',
    params: byId,
    answers: { 204: null },
    refusals: ['not_found', 'forbidden', 'in_use']
  }),
  retireProcedure: operation({
    method: 'POST',
    path: '/procedures/{id}/retire',
    tag: 'Procedures',
    summary: 'Retire a procedure; assets that use it keep it',
    access: 'technician',
    params: byId,
    answers: { 200: procedureSchema },
    refusals: ['not_found', 'forbidden']
  }),
  restoreProcedure: operation({
    method: 'POST',
    path: '/procedures/{id}/restore',
    tag: 'Procedures',
    summary: 'Bring a retired procedure back into use',
    access: 'technician',
    params: byId,
    answers: { 200: procedureSchema },
    refusals: ['not_found', 'forbidden']
  }),
  listProcedureRevisions: operation({
    method: 'GET',
    path: '/procedures/{id}/revisions',
    tag: 'Procedures',
    summary: 'List the revisions of a procedure, newest first',
    access: 'user',
    params: byId,
    query: pageQuery.omit({ q: true }),
    answers: { 200: z.array(procedureRevisionSchema) },
    refusals: ['not_found', 'invalid_cursor'],
    paged: true
  }),
  getProcedureRevision: operation({
    method: 'GET',
    path: '/procedures/{id}/revisions/{revision}',
    tag: 'Procedures',
    summary: 'One revision of a procedure',
    access: 'user',
    params: byId.extend({ revision: z.coerce.number().int().min(1).max(MOST_REVISIONS) }),
    answers: { 200: procedureRevisionSchema },
    refusals: ['not_found']
  })
} as const;
