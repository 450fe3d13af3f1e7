import { z } from 'zod';
import { DISPOSITIONS, RECALL_CLASSES } from '#lib/records/recall.ts';
import { operation } from './operation.ts';
import { id, pageQuery } from './primitives.ts';
import { decideRecallBody, recallLineSchema, recallSchema, startRecallBody } from './recalls.ts';

const byId = z.strictObject({ id });
const page = pageQuery.omit({ q: true });

export const recallOperations = {
  startRecall: operation({
    method: 'POST',
    path: '/calibrations/{id}/recall',
    tag: 'Recalls',
    summary:
      'Recall what was calibrated with a reference since its last good calibration; an existing recall is computed again',
    description:
      'Of a calibration that was found out of tolerance or voided, or, with `suspected`, of the last good calibration of a reference that is ' +
      'in doubt since. The calibrations concerned are computed in the background: ask for the recall until its state is no longer ' +
      '`running`. Decisions stay; a line whose class has changed is open again. Once a later calibration of a suspected reference is ' +
      'recorded, computing again uses the errors found by it instead of the one stated.',
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
    summary: 'Recalls of references that the caller may see, newest first',
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
    summary: 'One recall, how far it is, and how many calibrations became what',
    access: 'user',
    params: byId,
    answers: { 200: recallSchema },
    refusals: ['not_found']
  }),
  listRecallLines: operation({
    method: 'GET',
    path: '/recalls/{id}/lines',
    tag: 'Recalls',
    summary: 'The calibrations concerned that the caller may see, the gravest first',
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
    summary: 'Decide about calibrations of a recall, each with the reason given; all or none',
    access: 'technician',
    params: byId,
    body: decideRecallBody,
    answers: { 200: recallSchema },
    refusals: ['not_found', 'forbidden', 'recall_running']
  })
} as const;
