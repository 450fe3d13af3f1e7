import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { checkpointSchema, decodeCheckpoint, encodeCheckpoint } from './checkpoint.ts';
import { COLLECTIONS } from './collections.ts';
import { documentSchemas } from './documents.ts';
import { pullAnswers, pullQuery } from './pull.ts';
import { pushAnswer, pushRequest } from './push.ts';
import { streamEvents } from './stream.ts';
import { OLDEST_PROTOCOL_VERSION, PAYLOAD_VERSION, PROTOCOL_VERSION } from './version.ts';

/**
 * Version → hash of all messages, without the texts that describe them. A change of any schema turns this red. Additions
 * that old devices ignore: replace the hash. Anything else: raise PROTOCOL_VERSION and add a line.
 */
const FINGERPRINTS: Record<number, string> = {
  1: '83f3424d72c5ab8fd540f1da400e4c6897c37ec1af0e7a7d0e775ef73ab8e0de',
  2: '03489bc0b9786403f4406aa440552ab17ac4cbc20d2751602391be110e30a764',
  // The points of details are in their result alone; older apps still get them beside it, too.
  3: '2507d2b372a4a257bccb4c8ae255808adb309d4bf1489729a0e3eeeb608a85ba'
};

const withoutTexts = (key: string, value: unknown) =>
  key === 'description' && typeof value === 'string' ? undefined : value;

const fingerprint = () => {
  const messages = { checkpointSchema, pullQuery, ...pullAnswers, pushRequest, pushAnswer, ...streamEvents };
  const schemas = Object.entries(messages).map(([name, schema]) => [
    name,
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  ]);
  return createHash('sha256')
    .update(JSON.stringify([PAYLOAD_VERSION, ...schemas], withoutTexts))
    .digest('hex');
};

test('the messages are those of the version that the protocol claims to speak', () => {
  expect(fingerprint()).toBe(FINGERPRINTS[PROTOCOL_VERSION]);
  expect(OLDEST_PROTOCOL_VERSION).toBeLessThanOrEqual(PROTOCOL_VERSION);
});

test('every collection has a document and an answer', () => {
  expect(Object.keys(documentSchemas)).toEqual([...COLLECTIONS]);
  expect(Object.keys(pullAnswers)).toEqual([...COLLECTIONS]);
});

test('a checkpoint survives its way to the device and back, and nothing else is taken for one', () => {
  const checkpoint = {
    generation: '0198a000-0000-7000-8000-000000000001',
    seq: { '00000000-0000-0000-0000-000000000000': 3, '0198a000-0000-7000-8000-00000000000f': 9_007_199_254 },
    user: 7
  };
  const text = encodeCheckpoint(checkpoint);
  expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(decodeCheckpoint(text)).toEqual(checkpoint);
  for (const wrong of ['', 'x', '%%%', btoa('{}'), btoa('[1]'), text.slice(3)])
    expect(decodeCheckpoint(wrong)).toBeNull();
});
