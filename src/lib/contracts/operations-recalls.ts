import { z } from 'zod';
import { DISPOSITIONS, RECALL_CLASSES } from '#lib/records/recall.ts';
import { operation } from './operation.ts';
import { id, pageQuery } from './primitives.ts';
import { decideRecallBody, recallLineSchema, recallSchema, recordLettersBody, startRecallBody } from './recalls.ts';

const byId = z.strictObject({ id });
const page = pageQuery.omit({ q: true });

export const recallOperations = {
  startRecall: operation({
    method: 'POST',
    path: '/calibrations/{id}/recall',
    tag: 'Recalls',
    summary:
      'Start a recall of everything calibrated with a reference since its last good calibration, or recompute an existing recall',
    description:
      'For a calibration that was out of tolerance or voided or, with `suspected`, for the last good calibration of a reference that has been ' +
      'in doubt since. The affected calibrations are recomputed in the background: request the recall until its state is no longer ' +
      '`running`. Decisions are kept; a calibration whose class has changed is open again. Once a later calibration of a suspected reference is ' +
      'recorded, recomputing uses the errors it found instead of the stated one.',
    access: 'technician',
    params: byId,
    body: startRecallBody,
    bodyOptional: true,
    answers: { 202: recallSchema },
    refusals: ['not_found', 'forbidden', 'nothing_to_recall']
  }),
  listRecalls: operation({
    method: 'GET',
    path: '/recalls',
    tag: 'Recalls',
    summary: 'List the recalls of references that the caller can see, newest first',
    access: 'user',
    query: page.extend({ organization_id: id.optional() }),
    answers: { 200: z.array(recallSchema) },
    refusals: ['invalid_cursor'],
    paged: true
  }),
  getRecall: operation({
    method: 'GET',
    path: '/recalls/{id}',
    tag: 'Recalls',
    summary: 'One recall, with its progress and the number of calibrations in each class',
    access: 'user',
    params: byId,
    answers: { 200: recallSchema },
    refusals: ['not_found']
  }),
  listRecallLines: operation({
    method: 'GET',
    path: '/recalls/{id}/lines',
    tag: 'Recalls',
    summary: 'List the affected calibrations that the caller can see, most severe first',
    access: 'user',
    params: byId,
    query: page.extend({
      class: z.enum(RECALL_CLASSES).optional(),
      disposition: z.enum(['open', ...DISPOSITIONS]).optional()
    }),
    answers: { 200: z.array(recallLineSchema) },
    refusals: ['not_found', 'invalid_cursor'],
    paged: true
  }),
  decideRecall: operation({
    method: 'POST',
    path: '/recalls/{id}/decisions',
    tag: 'Recalls',
    summary: 'Decide about calibrations of a recall, with one reason for all; all or nothing',
    access: 'technician',
    params: byId,
    body: decideRecallBody,
    answers: { 200: recallSchema },
    refusals: ['not_found', 'forbidden', 'recall_running']
  }),
  recordLetters: operation({
    method: 'POST',
    path: '/recalls/{id}/letters',
    tag: 'Recalls',
    summary: 'Record that letters about calibrations of a recall were printed',
    description: 'The audit log of each calibration’s organization then has an entry with the recipient.',
    access: 'technician',
    params: byId,
    body: recordLettersBody,
    answers: { 204: null },
    refusals: ['not_found', 'forbidden', 'recall_running']
  })
} as const;
