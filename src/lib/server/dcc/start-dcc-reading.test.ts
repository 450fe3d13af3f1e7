import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { TRUTH } from '../../../../tests/certificates/dcc-schema.ts';
import { REFUSED_FILES } from '../../../../tests/support/worst-certificate-files.ts';
import { readDcc } from './read-dcc.ts';
import { startDccReading, type DccFiles } from './start-dcc-reading.ts';

const started: DccFiles[] = [];
const reading = (seconds?: number): DccFiles => {
  const own = startDccReading(seconds);
  started.push(own);
  return own;
};
afterAll(() => started.forEach((own) => own.stop()));
const bytes = readFileSync(resolve(TRUTH, 'examples/dcclib_valid_signature.xml'));
const languages = ['en'];
const parsed = (json: Uint8Array) => JSON.parse(new TextDecoder().decode(json)) as unknown;

test('a file is read by the thread as it is here, and refused as it is here', async () => {
  const own = reading();
  const here = readDcc(bytes, languages);
  expect(here.signature.state).toBe('intact');
  expect(parsed(await own.read('one', { bytes, languages }))).toEqual(JSON.parse(JSON.stringify(here)));
  const broken = readFileSync(resolve(TRUTH, 'examples/dcclib_invalid_signature.xml'));
  await expect(own.read('one', { bytes: broken, languages })).rejects.toMatchObject({ code: 'dcc_signature_broken' });
  expect(parsed(await own.read('two', { bytes, languages }))).toMatchObject({ sha256: here.sha256 });
}, 60_000);

test.each(REFUSED_FILES)(
  '$what: refused while the calling thread goes on',
  async ({ text }) => {
    const own = reading();
    const worst = new TextEncoder().encode(text());
    let turns = 0;
    const beat = setInterval(() => turns++, 1);
    const refused = await own.read('one', { bytes: worst, languages }).catch((thrown: unknown) => thrown);
    clearInterval(beat);
    expect(refused).toMatchObject({ code: expect.stringMatching(/^dcc_(hostile|not_xml)$/) });
    expect(turns).toBeGreaterThan(1);
    own.stop();
  },
  60_000
);

test('one that takes too long is given up, and so is one that nobody waits for', async () => {
  await expect(reading(0.001).read('one', { bytes, languages })).rejects.toMatchObject({ code: 'dcc_hostile' });
  const own = reading();
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(own.read('one', { bytes, languages }, gone)).rejects.toThrow('gone');
  expect((await own.read('one', { bytes, languages })).byteLength).toBeGreaterThan(0);
}, 60_000);
