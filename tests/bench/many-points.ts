/**
 * Ten thousand points on a running server, from recording to a fresh print: how long nobody else is answered meanwhile. The client
 * analyses and spells the bodies before the clock runs.
 */
import { randomUUID } from 'node:crypto';
import type { Asset } from '#lib/contracts/assets.ts';
import type { CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#sync/protocol/version.ts';
import { analysisRequest } from '../support/analysis-request.ts';
import { eventually, type Api } from '../support/api.ts';
import { externalBody, internalBody, MEASURING } from '../support/calibrated-laboratory.ts';
import { mutationOf } from '../support/mutation.ts';
import type { RunningServer } from '../support/server.ts';
import { longestPause, onServer, peakMemoryKb, signInFirst } from './ask-server.ts';
import { median, type Figure } from './measure.ts';

const POINTS = 10_000;
const RUNS = 2;
/** What is loaded and compiled with the first calibration is no pause of the later ones. */
const WARM_UP = 500;

export const benchManyPoints = (): Promise<Figure[]> => onServer(measure);

async function measure(server: RunningServer): Promise<Figure[]> {
  const { api } = await signInFirst(server.baseUrl);
  const bodyOf = await laboratoryFor(api);
  const [few, many] = [bodyOf(WARM_UP), bodyOf(POINTS)];
  const posted: number[] = [];
  const issued: number[] = [];
  const pushed: number[] = [];
  const read: number[] = [];
  const printed: number[] = [];
  for (let run = 0; run <= RUNS; run++) {
    const id = randomUUID();
    const body = run === 0 ? few : many;
    const text = JSON.stringify({ ...body, id });
    const issuedNow = () =>
      eventually(async () => {
        const { body: found } = await api<CalibrationHeader[]>('GET', '/calibrations?limit=100');
        return found.every(({ certificate }) => certificate?.state === 'issued');
      }, 120);
    const pauses = [
      await longestPause(server, () => expectStatus(201, api('POST', '/calibrations', text))),
      await longestPause(server, issuedNow),
      await longestPause(server, () => push(api, body))
    ];
    await issuedNow();
    pauses.push(
      await longestPause(server, () => expectStatus(200, api('GET', `/calibrations/${id}`))),
      await longestPause(server, () => expectStatus(200, api('GET', `/calibrations/${id}/certificate/download`)))
    );
    if (run > 0) [posted, issued, pushed, read, printed].forEach((list, i) => list.push(pauses[i] ?? Number.NaN));
  }
  const pause = (what: string, times: readonly number[], most: number, aim?: number): Figure => ({
    name: `pause while ${POINTS} points are ${what}`,
    value: median(times),
    unit: 'ms',
    bar: { kind: 'at most', value: most, ...(aim !== undefined && { aim }) }
  });
  return [
    pause('recorded (POST /calibrations)', posted, 200),
    pause('delivered by a device (POST /sync/push)', pushed, 200),
    pause('made a certificate of', issued, 50),
    pause('read (GET /calibrations/{id})', read, 200),
    pause('printed again', printed, 100, 50),
    { name: 'memory of the process at its highest', value: await peakMemoryKb(server.pid), unit: 'kB' }
  ];
}

async function expectStatus(status: number, answer: ReturnType<Api>): Promise<void> {
  const { status: found, body } = await answer;
  if (found !== status) throw new Error(`${found}: ${JSON.stringify(body).slice(0, 500)}`);
}

async function created<T>(api: Api, path: string, body: object): Promise<T> {
  const answer = await api<T>('POST', path, body);
  if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body).slice(0, 500)}`);
  return answer.body;
}

/** Founds a laboratory with a calibrated reference. @returns what makes bodies of so many points for it */
export async function laboratoryFor(api: Api): Promise<(count: number) => object> {
  const { id: organization_id } = await created<Asset>(api, '/organizations', {
    name: 'Bench',
    certificate_prefix: 'B'
  });
  await created(api, '/locations', { name: 'Laboratory', organization_id, is_calibration_lab: true });
  const registered = { ...MEASURING, organization_id };
  const reference = await created<Asset>(api, '/assets', {
    ...registered,
    asset_id: 'R-1',
    name: 'Reference',
    is_reference: true
  });
  await created(api, '/calibrations', externalBody(reference));
  const asset = await created<Asset>(api, '/assets', { ...registered, asset_id: 'A-1', name: 'Transmitter' });
  return (count) => {
    const points = Array.from({ length: count }, (_, i) => ({
      reference: i / 100,
      measured: i / 100 + 0.01 * Math.sin(i)
    }));
    return internalBody({ asset, reference }, {}, { ...analysisRequest(), points });
  };
}

async function push(api: Api, body: object): Promise<void> {
  const id = randomUUID();
  const now = new Date().toISOString();
  const mutation = mutationOf({ ...body, id }, { id, created_at: now });
  const sent = { device_id: randomUUID(), sent_at: now, mutations: [mutation] };
  const { status, body: answer } = await api<{ results?: { status: string }[] }>('POST', '/sync/push', sent, {
    [PROTOCOL_HEADER]: String(PROTOCOL_VERSION)
  });
  if (status !== 200 || answer.results?.[0]?.status !== 'applied') {
    throw new Error(`${status}: ${JSON.stringify(answer).slice(0, 500)}`);
  }
}
