/**
 * What is frozen for ever has a number for its format, and each number one shape. A change of shape turns this red. A field that is
 * added and may be left out: replace the hash. Anything else: raise the number, write a reader, freeze an example of the format before,
 * and add a line.
 */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { analysisRequestSchema } from '#lib/contracts/analysis-request.ts';
import { analysisResultSchema } from '#lib/contracts/analysis-result.ts';
import { createCalibrationBody } from '#lib/contracts/calibrations.ts';
import { certificateContextSchema } from '#lib/contracts/certificate-context.ts';
import { taskDoneBody } from '#lib/contracts/tasks.ts';
import { asStored, type StoredAnalysis } from '#lib/metrology/as-stored.ts';
import { MODELS } from '#lib/metrology/models/table.ts';
import { NewerFormat } from '#lib/metrology/newer-format.ts';
import { CURRENT_FORMAT, CURRENT_RESULT_FORMAT } from '#lib/metrology/types.ts';
import { addContribution, addCorrelation, addTolerance, setFields } from '#lib/worksheet/edits/form-edits.ts';
import { aForm } from '#lib/worksheet/form/form-fixture.ts';
import { setVerified } from '#lib/worksheet/edits/row-edits.ts';
import { EDIT_FORMAT, EDIT_KINDS } from '#sync/client/edit-row.ts';
import { PAYLOAD_VERSION } from '#sync/protocol/version.ts';
import { context, request, result } from '../certificates/temperature-transmitter.ts';

/** Of each kind of document, its number and what it looks like. */
const TODAY: Readonly<Record<string, { readonly number: number; readonly shape: unknown }>> = {
  'certificate context': { number: context.format, shape: shapeOfSchema(certificateContextSchema) },
  'analysis request': { number: CURRENT_FORMAT, shape: shapeOfSchema(analysisRequestSchema) },
  'analysis result': { number: CURRENT_RESULT_FORMAT, shape: shapeOfSchema(analysisResultSchema) },
  'queue entry': { number: PAYLOAD_VERSION, shape: shapeOfSchema(createCalibrationBody) },
  edit: { number: EDIT_FORMAT, shape: [EDIT_KINDS, shapeOfSchema(taskDoneBody)] },
  draft: { number: aForm([]).schema, shape: shapeOf(fullForm()) }
};

const FINGERPRINTS: Readonly<Record<string, string>> = {
  'certificate context 3': '0ca9589727b774ac',
  'analysis request 2': '7a87cae2b2be19bb',
  'analysis result 1': '93566ce7eb821cfa',
  'queue entry 1': '19977d00c6b59c04',
  'edit 1': '5e311ab60d209897',
  'draft 1': '4dde8e676b3ddb96'
};

test.each(Object.entries(TODAY))('%s: the shape is that of its number', (kind, { number, shape }) => {
  const hash = createHash('sha256').update(JSON.stringify(shape)).digest('hex').slice(0, 16);
  expect(hash).toBe(FINGERPRINTS[`${kind} ${number}`]);
});

test.each([
  ['request', { analysis_request: { ...request, format: 3 }, result, device_result: null }],
  ['result', { analysis_request: request, result: { ...result, format: 2 }, device_result: null }],
  ['result', { analysis_request: request, result, device_result: { ...result, format: 2 } }]
])('a %s of a newer version is refused and not guessed at', (what, stored) => {
  const read = () => asStored(stored as unknown as StoredAnalysis);
  expect(read).toThrow(NewerFormat);
  expect(read).toThrow(`This ${what} has format`);
});

/**
 * Without descriptions, and with one word for the list of models: a new model changes no document that exists, and the golden result of
 * each model (`tests/truth`) fails when one is missing.
 */
function shapeOfSchema(schema: z.ZodType): unknown {
  const json = JSON.stringify(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
    (key, value: unknown) => {
      if (key === 'description' && typeof value === 'string') return undefined;
      return key === 'enum' && String(value) === String(MODELS) ? 'models' : value;
    }
  );
  return JSON.parse(json) as unknown;
}

/** One of everything that a form may hold. */
function fullForm() {
  const edits = [addContribution(), addCorrelation('a', 'b'), addTolerance(), setVerified(true)];
  const form = edits.reduce((state, edit) => edit(state), aForm([['1', '2']]));
  return setFields({ evaluate_at: '1' })(form);
}

/** The names of its fields, and of what kind each is; a list is what its first element is. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, shapeOf(member)])
  );
}
