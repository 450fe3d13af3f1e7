/**
 * The same readings give the same verdict, whenever the desk is opened: 200 seeded moments of a first pull, with the server in
 * reach, out of reach, or answering now and then. Pull, basis, form and engine are the ones that a device runs; only the rows lie
 * in memory instead of a browser's database.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { findBasis, type Basis, type BasisPorts } from '#lib/client/basis/find-basis.ts';
import type { Asset } from '#lib/contracts/assets.ts';
import type { Calibration, CalibrationHeader } from '#lib/contracts/calibrations.ts';
import { storedCurve } from '#lib/laboratory/stored-curve.ts';
import { analyze } from '#lib/metrology/analyze.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import { outcomeOf } from '#lib/worksheet/form/analysis-outcome.ts';
import { buildAnalysis } from '#lib/worksheet/form/build-analysis.ts';
import type { CalibrateForm } from '#lib/worksheet/form/calibrate-form.ts';
import { aCalibration, aTransmitter, ORGANIZATION, REFERENCE } from '#lib/worksheet/form/form-fixture.ts';
import { historyNotice, takeHistory } from '#lib/worksheet/edits/history-notice.ts';
import { referenceOptions } from '#lib/worksheet/references/reference-choice.ts';
import { pullCollection } from '#sync/client/pull-collection.ts';
import { SyncFailure } from '#sync/client/sync-failure.ts';
import type { Transport } from '#sync/client/transport.ts';
import { manualClock } from '#sync/client/testing/manual-clock.ts';
import { memoryQueue } from '#sync/client/testing/memory-queue.ts';
import { memoryReplica } from '#sync/client/testing/memory-replica.ts';
import { COLLECTIONS, type CollectionName } from '#sync/protocol/collections.ts';
import type { PullAnswer } from '#sync/protocol/pull.ts';
import { knownHistory } from './known-history.ts';
import { startForm } from './start-form.ts';

const TODAY = '2026-11-20';
const NOMINALS = Array.from({ length: 11 }, (_, i) => 10 * i);
const ASSET = aTransmitter({ tolerance: [{ kind: 'absolute', lower: -0.3, upper: 0.3 }], correction_applied: true });

/** Reads a little low with the correction of last time, well without it: the history decides. */
const READINGS = NOMINALS.map((nominal) => ({ reference: nominal, measured: nominal + 0.12 }));

function requestOf(points: AnalysisRequest['points']): AnalysisRequest {
  const reference_standard = { expanded_uncertainty: 0.03, coverage_factor: 2 };
  return { points, fit: { model: 'linear' }, uncertainty: { reference_standard }, unit: '°C', measured_unit: '°C' };
}

let numbered = 0;
const newId = () => `018f0000-0000-7000-8000-${String((numbered += 1)).padStart(12, '0')}`;

/** A calibration of the transmitter whose curve corrects by `shift`. */
function calibrated(date: string, version: number, shift: number, voided = false): Calibration {
  const request = requestOf(NOMINALS.map((nominal) => ({ reference: nominal, measured: nominal - shift })));
  const result = analyze(request);
  const header = aCalibration(ASSET, {
    id: newId(),
    version,
    kind: 'internal',
    calibration_date: date,
    curve: storedCurve(result),
    voided: voided ? { at: `${date}T10:00:00Z`, by: aCalibration(ASSET).recorded_by, reason: null } : null
  });
  return {
    ...header,
    analysis_request: request,
    points: [...result.points],
    result,
    device_result: null
  } as Calibration;
}

type World = {
  readonly assets: readonly Asset[];
  readonly calibrations: readonly Calibration[];
  readonly references: readonly CalibrationHeader[];
};

function world(): World {
  const references = Array.from({ length: 4 }, (_, i) => ({ ...REFERENCE, id: newId(), asset_id: `REF-00${i + 1}` }));
  const others = Array.from({ length: 12 }, (_, i) => aTransmitter({ id: newId(), asset_id: `TT-1${i}` }));
  return {
    assets: [ASSET, ...references, ...others],
    calibrations: [
      calibrated('2024-11-01', 1, 0.02),
      calibrated('2025-11-03', 2, 0.05),
      calibrated('2025-12-01', 3, 0.6, true),
      calibrated('2026-05-04', 4, 0.25)
    ],
    references: references.flatMap((reference) => [
      aCalibration(reference, { id: newId(), calibration_date: '2025-03-04', due_date: '2026-03-04' }),
      aCalibration(reference, { id: newId(), version: 2, calibration_date: '2026-03-04', expanded_uncertainty: 0.05 })
    ])
  };
}

/** mulberry32: the moments are the same at every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const shuffled = <T>(items: readonly T[], next: () => number): T[] =>
  items.map((item) => ({ item, at: next() })).sort((a, b) => a.at - b.at).map(({ item }) => item); // prettier-ignore

/** The rows of each collection in the order in which the laboratory wrote them. */
function rowsOf(of: World, next: () => number): ReadonlyMap<CollectionName, readonly { readonly id: string }[]> {
  const last = of.calibrations.at(-1);
  const { analysis_request, points, result, device_result, id, organization_id } = last ?? calibrated(TODAY, 9, 0);
  return new Map<CollectionName, readonly { readonly id: string }[]>([
    ['assets', shuffled(of.assets, next)],
    ['calibrations', shuffled([...of.calibrations, ...of.references], next)],
    [
      'calibration_details',
      [{ id, organization_id, analysis_request, points, result, device_result } as { id: string }]
    ]
  ]);
}

/** Answers pages of at most three rows, and nothing any more after `pages` of them. */
function cutTransport(rows: ReturnType<typeof rowsOf>, pages: number): Transport {
  let left = pages;
  const pull = async (collection: CollectionName, checkpoint: string | null): Promise<PullAnswer> => {
    if (left === 0) throw new SyncFailure('no_answer', 'The pull is cut here.');
    left -= 1;
    const from = Number(checkpoint ?? 0);
    const all = rows.get(collection) ?? [];
    const documents = all.slice(from, from + 3).map((document, i) => ({
      ...document,
      _stream: ORGANIZATION,
      _seq: from + i + 1,
      _deleted: false
    }));
    return {
      documents: documents as unknown as PullAnswer['documents'],
      checkpoint: String(from + documents.length),
      more: from + documents.length < all.length,
      scope: [ORGANIZATION],
      removed: [],
      instance: { time_zone: 'UTC', reminder_lead_days: 30 },
      generation: ORGANIZATION,
      shape: 'one'
    };
  };
  return {
    pull,
    push: async () => ({ results: [], generation: ORGANIZATION }),
    stream: async () => (async function* () {})()
  };
}

async function pulled(of: World, next: () => number, pages: number) {
  const replica = memoryReplica();
  const ports = {
    replica,
    queue: memoryQueue(),
    clock: manualClock(),
    transport: cutTransport(rowsOf(of, next), pages)
  };
  try {
    for (const name of COLLECTIONS) await pullCollection(ports, name, () => {});
    return { replica, whole: true };
  } catch (failure) {
    if (!(failure instanceof SyncFailure)) throw failure;
    return { replica, whole: false };
  }
}

function portsOf(
  of: World,
  replica: ReturnType<typeof memoryReplica>,
  answers: () => boolean,
  sent: readonly string[] = []
): BasisPorts {
  const all = <T>(name: CollectionName) =>
    replica.ids(name).flatMap((id) => (replica.row(name, id)?.document as T | undefined) ?? []);
  const asked = async <T>(answer: T): Promise<T> => {
    if (!answers()) throw new Error('Nobody answers.');
    return answer;
  };
  const headers = [...of.calibrations, ...of.references];
  return {
    scope: async () => (await replica.scope())?.organizations ?? null,
    complete: async (collection) => new Set((await replica.position(collection)).complete ?? []),
    held: {
      references: async () => all<Asset>('assets').filter((asset) => asset.is_reference),
      calibrations: async (id) => all<CalibrationHeader>('calibrations').filter(({ asset }) => asset.id === id),
      whole: async (id) => all<Calibration>('calibration_details').find((detail) => detail.id === id),
      applied: async () => sent
    },
    ask: {
      references: () => asked(of.assets.filter((asset) => asset.is_reference)),
      calibrations: (id) => asked(headers.filter(({ asset }) => asset.id === id)),
      whole: (id) => asked(of.calibrations.find((known) => known.id === id) ?? calibrated(TODAY, 9, 0))
    }
  };
}

const instrument = { assetId: ASSET.id, organizationId: ORGANIZATION, channelId: null, day: TODAY };

async function begin(basis: Basis): Promise<CalibrateForm> {
  const assets = [ASSET, ...basis.references];
  const begun = await startForm({
    asset: ASSET, channel: null, today: TODAY, basis, assets, entry: null, procedure: null, lastReference: undefined, environment: null
  }); // prettier-ignore
  const options = referenceOptions({
    assets, calibrations: basis.referenceCalibrations, assetId: ASSET.id, unit: '°C', date: TODAY
  }); // prettier-ignore
  const reference = options.find(({ label }) => label === 'REF-001')?.chosen ?? null;
  return { ...begun.form, reference, rule: 'simple_acceptance', judge: 'as_found' };
}

/** The readings are typed into the rows of their nominal values, or below them. */
function typed(form: CalibrateForm): CalibrateForm {
  const rows = NOMINALS.map((nominal, i) => {
    const planned = form.rows.find((row) => Number(row.nominal) === nominal && row.nominal !== '');
    const reading = READINGS[i];
    const left = { reference: String(reading?.reference), measured: String(reading?.measured) };
    const row = planned ?? { id: 100 + i, nominal: String(nominal), direction: '' as const };
    const blank = { u_reference: '', u_measured: '', excluded: false };
    return { ...row, left: { ...blank, ...left }, found: { ...blank, reference: '', measured: '' } };
  });
  return { ...form, rows, next_id: 200 };
}

const planOf = ({ rows }: CalibrateForm) => rows.map((row) => row.nominal);
function verdictOf(form: CalibrateForm) {
  const { request } = buildAnalysis(form);
  const result = request === null ? null : outcomeOf(request).result;
  return {
    found: result?.conformity?.as_found,
    left: result?.conformity?.as_left,
    uncertainty: result?.expanded_uncertainty,
    inForce: request?.correction_in_force?.calibration_id
  };
}

describe('a first pull', () => {
  const laboratory = world();
  let complete: { plan: string[]; verdict: ReturnType<typeof verdictOf> };
  let pages = 0;
  beforeAll(async () => {
    const { replica, whole } = await pulled(laboratory, random(0), Infinity);
    expect(whole).toBe(true);
    const form = await begin(
      await findBasis(
        portsOf(laboratory, replica, () => false),
        instrument
      )
    );
    complete = { plan: planOf(form), verdict: verdictOf(typed(form)) };
    pages = COLLECTIONS.length + Math.ceil(laboratory.assets.length / 3) + Math.ceil(12 / 3);
  });

  test('is one whose history decides: a desk that begins with nothing judges otherwise', async () => {
    expect(complete.plan).toEqual(NOMINALS.map(String));
    expect(complete.verdict).toMatchObject({ found: 'fail', inForce: laboratory.calibrations.at(-1)?.id });
    const empty = memoryReplica();
    const form = await begin(
      await findBasis(
        portsOf(laboratory, empty, () => false),
        instrument
      )
    );
    expect(planOf(form)).toHaveLength(5);
    expect(verdictOf(typed(form)).found).toBe('pass');
  });

  test(
    'at 200 moments: verdict and plan are those of a complete device, or the desk says what is missing',
    { timeout: 120_000 },
    async () => {
      const seen = { same: 0, told: 0 };
      for (let seed = 1; seed <= 200; seed += 1) {
        const next = random(seed);
        const { replica, whole } = await pulled(laboratory, next, Math.floor(next() * (pages + 1)));
        const reach = seed % 3;
        const answers = () => reach === 0 || (reach === 1 && next() < 0.6);
        const basis = await findBasis(portsOf(laboratory, replica, answers), instrument);
        const form = await begin(basis);
        if (reach === 0 || whole) expect(basis.lacking, `seed ${seed}`).toEqual([]);
        if (basis.lacking.length === 0) {
          seen.same += 1;
          expect({ plan: planOf(form), verdict: verdictOf(typed(form)) }, `seed ${seed}`).toEqual(complete);
          continue;
        }
        seen.told += 1;
        // Begun without it all the same: when the rest has come, the desk asks, and what is taken over gives the same.
        const rest = await pulled(laboratory, random(seed), Infinity);
        const now = await findBasis(
          portsOf(laboratory, rest.replica, () => false),
          instrument
        );
        const known = knownHistory(now, { asset: ASSET, channel: null, date: form.calibration_date, entry: false });
        const late = typed(form);
        const notice = historyNotice(late, known);
        const taken = notice === null ? late : takeHistory(late, notice);
        const { reference } = await begin(now);
        expect(form.lacked).toEqual(basis.lacking);
        expect(verdictOf({ ...taken, reference }), `seed ${seed}, later`).toEqual(complete.verdict);
        expect(planOf(taken), `seed ${seed}, later`).toEqual(complete.plan);
      }
      expect(seen.same).toBeGreaterThan(60);
      expect(seen.told).toBeGreaterThan(40);
    }
  );

  test('what this device has sent and not pulled back yet belongs to the history, too', async () => {
    const before = { ...laboratory, calibrations: laboratory.calibrations.slice(0, -1) };
    const sent = laboratory.calibrations.at(-1)?.id ?? '';
    const { replica } = await pulled(before, random(0), Infinity);
    const known = await findBasis(
      portsOf(laboratory, replica, () => true, [sent]),
      instrument
    );
    expect(known.lacking).toEqual([]);
    expect(known.history.map(({ id }) => id)).toContain(sent);
    expect(known.previous?.id).toBe(sent);
    const alone = await findBasis(
      portsOf(laboratory, replica, () => false, [sent]),
      instrument
    );
    expect(alone.lacking).toContain('history');
  });
});
