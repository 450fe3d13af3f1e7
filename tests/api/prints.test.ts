import { beforeAll, expect, inject, test } from 'vitest';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import { ANALYSIS, calibrationBody, createPerson, foundLaboratory, type Laboratory } from '../support/laboratory.ts';

const MANY = 4000;
const AT_ONCE = 14;
let laboratory: Laboratory;
let long: string;
beforeAll(async () => {
  laboratory = await foundLaboratory();
  const points = Array.from({ length: MANY }, (_, i) => ({
    reference: i / 40,
    measured: i / 40 + 0.01 * Math.sin(i)
  }));
  long = await record(await calibrationBody(laboratory, { ...ANALYSIS, points }));
});

async function record(body: object): Promise<string> {
  const { status, body: recorded } = await laboratory.technician<Calibration>('POST', '/calibrations', body);
  expect(status, JSON.stringify(recorded).slice(0, 500)).toBe(201);
  return recorded.id;
}

function download(id: string, token: string, signal?: AbortSignal): Promise<Response> {
  const url = `${inject('baseUrl')}/api/v1/calibrations/${id}/certificate/download`;
  return fetch(url, { headers: { Authorization: `Bearer ${token}` }, ...(signal && { signal }) });
}

test('of more prints than may wait, the last are asked to try again, and nobody else waits for a print', async () => {
  const other = await createPerson('viewer');
  const stop = new AbortController();
  const order: string[] = [];
  const prints = Array.from({ length: AT_ONCE }, async () => {
    const answer = await download(long, laboratory.technicianToken, stop.signal);
    order.push(`${answer.status}`);
    return answer;
  });
  prints.forEach((print) => print.catch(() => undefined));
  // One is made, ten wait.
  const refused = await Promise.any(
    prints.map(async (print) => {
      const answer = await print;
      if (answer.status !== 429) throw new Error('printed');
      return answer;
    })
  );
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: 'too_many_requests' });
  for (let i = 0; i < 10; i++) {
    expect((await fetch(`${inject('baseUrl')}/health/live`)).status).toBe(200);
    expect((await other.api('GET', '/users/me')).status).toBe(200);
    order.push('answered');
  }
  const printed = (await prints[0]) ?? Response.error();
  expect([printed.status, printed.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(Buffer.from(await printed.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
  // Where certificates are made in the thread that answers, twenty answers come between many prints.
  const printedBefore = order.slice(0, order.lastIndexOf('answered')).filter((what) => what === '200').length;
  expect(printedBefore).toBeLessThan(3);
  // Who hangs up gives the place to others.
  stop.abort();
  await Promise.allSettled(prints);
  const short = await record(await calibrationBody(laboratory));
  const next = await download(short, laboratory.technicianToken);
  expect(next.status).toBe(200);
  expect(next.headers.get('content-disposition')).toContain('copy.pdf');
});
