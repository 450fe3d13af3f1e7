/**
 * The worst bodies of every operation, sent to a running server one after another: how long nobody else is answered meanwhile, how
 * long the refusals are, and how much memory the process takes at its highest.
 */
import { randomUUID } from 'node:crypto';
import type { RunningServer } from '../support/server.ts';
import { longestAnalysis, operationsWithBody, worstBodies, type WithBody } from '../support/worst-bodies.ts';
import { worstFiles } from '../support/worst-certificate-files.ts';
import { longestPause, onServer, peakMemoryKb, signInFirst } from './ask-server.ts';
import type { Figure } from './measure.ts';

const IDLE_MS = 3000;

export const benchWorstBodies = (): Promise<Figure[]> => onServer(measure);

async function measure(server: RunningServer): Promise<Figure[]> {
  const { token } = await signInFirst(server.baseUrl);
  const idle = await longestPause(server, () => new Promise((done) => setTimeout(done, IDLE_MS)));
  let worst = { pause: 0, what: '' };
  let answer = 0;
  for (const operation of operationsWithBody) {
    for (const { what, text } of worstBodies(operation)) {
      const pause = await longestPause(server, async () => {
        answer = Math.max(answer, (await send(server.baseUrl, token, operation, text)).bytes);
      });
      if (pause > worst.pause) worst = { pause, what: `${operation.name}, ${what}` };
    }
  }
  for (const { what, text } of await worstFiles()) {
    const bytes = Buffer.from(text);
    const pause = await longestPause(server, () => sendDcc(server.baseUrl, token, bytes));
    if (pause > worst.pause) worst = { pause, what: `readDcc, ${what}` };
  }
  const analysis = JSON.stringify(longestAnalysis());
  const analyze = operationsWithBody.find(({ name }) => name === 'analyze');
  const whole = analyze && (await longestPause(server, () => send(server.baseUrl, token, analyze, analysis)));
  return [
    { name: 'longest pause of a server that has nothing to do', value: idle, unit: 'ms' },
    {
      name: `longest pause while the worst bodies come (${worst.what})`.slice(0, 90),
      value: worst.pause,
      unit: 'ms',
      bar: { kind: 'at most', value: 200 }
    },
    {
      name: 'longest pause while 100 000 points are analysed and answered',
      value: whole ?? Number.NaN,
      unit: 'ms',
      bar: { kind: 'at most', value: 200 }
    },
    { name: 'longest answer to one of them', value: answer / 1024, unit: 'kB', bar: { kind: 'at most', value: 64 } },
    {
      name: 'memory of the process at its highest',
      value: await peakMemoryKb(server.pid),
      unit: 'kB',
      bar: { kind: 'at most', value: 2_000_000 }
    }
  ];
}

async function sendDcc(baseUrl: string, token: string, body: Buffer<ArrayBuffer>): Promise<void> {
  const headers = { 'Content-Type': 'application/xml', Authorization: `Bearer ${token}` };
  const post = () => fetch(`${baseUrl}/api/v1/dcc/read`, { method: 'POST', headers, body });
  await (await post().catch(post)).arrayBuffer();
}

async function send(baseUrl: string, token: string, { operation }: WithBody, text: string): Promise<{ bytes: number }> {
  const path = operation.path.replaceAll(/\{\w+\}/g, randomUUID());
  const post = () =>
    fetch(`${baseUrl}/api/v1${path}`, {
      method: operation.method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: text
    });
  // Making the bodies may take longer than an unused connection is kept: the first one then meets a closed one.
  const response = await post().catch(post);
  return { bytes: (await response.arrayBuffer()).byteLength };
}
