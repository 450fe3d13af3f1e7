/**
 * Three devices at two laboratories, with the server's own push and pull over a real database: whatever happens in whatever order, in the
 * end each saved calibration is there once, and each device holds what a new one of the same person would. A sequence that does not
 * come right is repeated exactly and made shorter by fast-check.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Asset } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { handlers } from '#lib/server/jobs/registry.ts';
import { updateAsset } from '#lib/server/use-cases/assets/update-asset.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { declareRestored } from '#lib/server/use-cases/copies/notice-copy.ts';
import { removeMember } from '#lib/server/use-cases/organizations/end-membership.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { transition } from '#sync/client/queue-transition.ts';
import { manualClock } from '#sync/client/testing/manual-clock.ts';
import { documentsOf } from '../campaign/device/kept-replica.ts';
import { calibratedLaboratory, externalBody, type CalibratedLaboratory } from '../support/calibrated-laboratory.ts';
import { createTestDatabase, execute, type TestDatabase } from '../support/database.ts';
import { depth } from '../support/depth.ts';
import { joined, person, refreshed } from '../support/people.ts';
import { testServices } from '../support/services.ts';
import { workingDevice, type Break, type Way, type WorkingDevice } from './working-device.ts';

const DEVICES = 3;
/** `SEQUENCES=1000` for more: those of `npm run campaign:mutants` look for known bugs. */
const SEQUENCES = Number(process.env['SEQUENCES'] ?? depth(12, 300));
const LONGEST = 25;

let database: TestDatabase;
let services: Services;
beforeAll(async () => {
  database = await createTestDatabase();
  services = await testServices(database);
  // After the version is counted and the id is taken, and before the transaction ends; or while it is committed.
  await execute(
    database.url,
    `CREATE TABLE breaks (how text NOT NULL);
     INSERT INTO breaks VALUES ('');
     CREATE FUNCTION break_if_wanted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
     BEGIN
       IF (SELECT how <> TG_ARGV[0] FROM breaks) THEN RETURN NULL; END IF;
       IF TG_ARGV[0] = 'breaks' THEN RAISE disk_full USING MESSAGE = 'the disk is full'; END IF;
       PERFORM pg_terminate_backend(pg_backend_pid());
       RETURN NULL;
     END $$;
     CREATE TRIGGER breaks AFTER INSERT ON calibrations FOR EACH STATEMENT EXECUTE FUNCTION break_if_wanted('breaks');
     CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON calibrations DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION break_if_wanted('cut at commit')`
  );
});
const breaking = async <T>(how: Break, request: () => Promise<T>): Promise<T> => {
  await execute(database.url, 'UPDATE breaks SET how = $1', [how]);
  return request().finally(() => execute(database.url, "UPDATE breaks SET how = ''"));
};
afterAll(() => database.drop());

type Hand = {
  readonly device: WorkingDevice;
  readonly person: PersonActor;
  readonly saved: Set<string>;
  /** What becomes of its next requests; then all arrive. */
  ways: Way[];
};
type Installation = {
  readonly here: CalibratedLaboratory;
  readonly there: CalibratedLaboratory;
  readonly hands: Hand[];
};
/** What a sequence is about: who is a member of the second laboratory, and has never left it. */
type Known = { readonly isMember: boolean[]; readonly hasStayed: boolean[] };

/** All technicians work for the first laboratory and begin as members of the second one, too. */
async function found(): Promise<Installation> {
  // A sequence that did not come right leaves nothing to the next, which is a part of it.
  await execute(database.url, 'DELETE FROM graphile_worker._private_jobs');
  const [here, there] = [await calibratedLaboratory(services), await calibratedLaboratory(services)];
  const hands: Hand[] = [];
  for (let n = 0; n < DEVICES; n++) {
    const somebody = await person(services, 'technician', `Tess ${n}`);
    await joined(services, somebody, here.organizationId);
    const hand: Hand = {
      person: somebody,
      saved: new Set(),
      ways: [],
      device: workingDevice(
        services,
        () => refreshed(services, somebody),
        () => hand.ways.shift() ?? 'there and back',
        breaking
      )
    };
    await joined(services, somebody, there.organizationId);
    hands.push(hand);
  }
  return { here, there, hands };
}

type Step = fc.AsyncCommand<Known, Installation>;
const step = (words: string, run: (real: Installation, known: Known) => Promise<unknown>): Step => ({
  check: () => true,
  run: async (known, real) => {
    await run(real, known);
    await isNeverWrong(real);
  },
  toString: () => words
});
const handOf = ({ hands }: Installation, n: number): Hand => {
  const hand = hands[n];
  if (hand === undefined) throw new Error(`There is no device ${n}.`);
  return hand;
};

const device = fc.nat(DEVICES - 1);
const laboratory = fc.constantFrom('here' as const, 'there' as const);
const way = fc.constantFrom<Way>(
  'there and back',
  'nowhere',
  'there',
  'twice',
  'later',
  'signed out',
  'busy',
  'tab killed',
  'no room',
  'breaks',
  'cut at commit'
);
const saves = fc.tuple(device, laboratory, fc.integer({ min: 1, max: 3 })).map(([n, at, count]) =>
  step(`device ${n} saves ${count} calibrations of ${at}`, async (real) => {
    const hand = handOf(real, n);
    for (let i = 0; i < count; i++)
      hand.saved.add(hand.device.save(externalBody(real[at].asset), real[at].organizationId));
  })
);
const syncs = fc.tuple(device, fc.array(way, { maxLength: 6 })).map(([n, ways]) =>
  step(`device ${n} syncs: ${ways.join(', ')}`, async (real) => {
    handOf(real, n).ways = [...ways];
    await handOf(real, n).device.sync();
  })
);
/** As often as they are listed. */
const steps = [
  ...[saves, saves, saves],
  ...[syncs, syncs, syncs, syncs],
  fc.tuple(device, fc.constantFrom('write' as const, 'setPosition' as const, 'removeStreams' as const)).map(([n, at]) =>
    step(`the tab of device ${n} is killed at ${at}`, async (real) => {
      const { device: one } = handOf(real, n);
      one.replica.failAt(at);
      await one.sync();
      await one.reopen();
    })
  ),
  device.map((n) => step(`what device ${n} sent arrives late`, (real) => handOf(real, n).device.deliverLate())),
  device.map((n) =>
    step(`person ${n} leaves there, or comes back`, async (real, known) => {
      await setMember(real, n, known.isMember[n] !== true);
      known.isMember[n] = known.isMember[n] !== true;
      known.hasStayed[n] = false;
    })
  ),
  fc
    .tuple(laboratory, fc.nat(9))
    .map(([at, n]) =>
      step(`an instrument of ${at} gets description ${n}`, ({ [at]: { admin, asset } }) =>
        updateAsset(services, admin, { ref: asset.id }, { description: `Seen ${n} times` }, null)
      )
    ),
  laboratory.map((at) =>
    step(`the last calibration of ${at} is voided`, async ({ [at]: { admin, asset } }) => {
      const last = (await recordsOf(asset)).filter(({ voided }) => !voided).at(-1);
      if (last !== undefined) await voidCalibration(services, admin, last.id, 'Wrong bath');
    })
  ),
  fc
    .constantFrom(1, 2)
    .map((times) => step(`people are told${times > 1 ? ', by jobs that run twice' : ''}`, () => tell(times))),
  fc.constant(step('the data are declared another copy', () => declareRestored(services)))
];

/** Runs the jobs that tell people of calibrations; a process that dies after the work leaves its jobs to another. */
async function tell(times: number): Promise<void> {
  const { rows } = await execute(
    database.url,
    `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
     WHERE t.id = j.task_id AND t.identifier = 'notify_calibration_recorded' RETURNING j.payload`
  );
  for (const { payload } of rows as readonly { payload: { calibration_id: string } }[])
    for (let i = 0; i < times; i += 1) await handlers.notify_calibration_recorded(services, payload);
}

async function setMember(real: Installation, n: number, isMember: boolean): Promise<void> {
  const { organizationId, admin } = real.there;
  const { person: somebody } = handOf(real, n);
  if (isMember) await joined(services, somebody, organizationId);
  else await removeMember(services, admin, { organizationId, userId: somebody.userId });
}

const recordsOf = async ({ id }: Asset) =>
  (
    await execute(
      database.url,
      `SELECT id, version::int AS version, voided_at IS NOT NULL AS voided FROM calibrations WHERE asset_id = $1 ORDER BY version`,
      [id]
    )
  ).rows as readonly { id: string; version: number; voided: boolean }[];

const JOBS_OF_NONE = `SELECT payload FROM graphile_worker._private_jobs
  WHERE payload ->> 'calibration_id' NOT IN (SELECT id::text FROM calibrations)`;

/** At any moment: versions have no gap, nothing is recorded that nobody saved, and each job has its calibration. */
async function isNeverWrong({ here, there, hands }: Installation): Promise<void> {
  const saved = new Set(hands.flatMap((hand) => [...hand.saved]));
  for (const { asset } of [here, there]) {
    const records = await recordsOf(asset);
    expect(records.map(({ version }) => version)).toEqual(records.map((_, i) => i + 1));
    expect(records.filter(({ id }) => !saved.has(id))).toEqual([]);
  }
  expect((await execute(database.url, JOBS_OF_NONE)).rows).toEqual([]);
}

/** Of each of these calibrations somebody was told, and nobody twice. */
async function areTold(ids: readonly string[]): Promise<void> {
  const { rows } = await execute(
    database.url,
    `SELECT parts[2] AS id, user_id, count(*)::int AS times FROM notifications, string_to_array(event_key, ':') AS parts
     WHERE category = 'calibration_recorded' AND parts[2] = ANY ($1) GROUP BY 1, 2`,
    [ids]
  );
  const told = rows as readonly { id: string; times: number }[];
  expect(told.filter(({ times }) => times > 1)).toEqual([]);
  expect([...new Set(told.map(({ id }) => id))].toSorted()).toEqual(ids.toSorted());
}

/** The network is back, everybody is a member again, and sends once more what was refused meanwhile. */
async function heal(real: Installation, { isMember, hasStayed }: Known): Promise<void> {
  for (const [n, { device: one, ways }] of real.hands.entries()) {
    ways.length = 0;
    await one.deliverLate();
    if (isMember[n] !== true) await setMember(real, n, true);
    await one.sync();
    const refused = (await one.queue.inState('refused')).map(({ id }) => id);
    if (hasStayed[n] === true) expect(refused).toEqual([]);
    await one.queue.change(refused, (row) => transition(row, { type: 'resent' }, manualClock()));
  }
  // Twice: what the first device hears last is what the last one sends first.
  for (const { device: one } of real.hands) expect(await one.sync()).toEqual([]);
  await tell(1);
  for (const { device: one } of real.hands) expect(await one.sync()).toEqual([]);
}

async function cameRight(real: Installation): Promise<void> {
  await isNeverWrong(real);
  const records = [...(await recordsOf(real.here.asset)), ...(await recordsOf(real.there.asset))].map(({ id }) => id);
  expect(records.toSorted()).toEqual(real.hands.flatMap((hand) => [...hand.saved]).toSorted());
  await areTold(records);
  for (const { device: one, person: somebody } of real.hands) {
    expect([...one.queue.rows.values()].filter(({ state }) => state !== 'applied')).toEqual([]);
    const fresh = workingDevice(services, () => refreshed(services, somebody));
    expect(await fresh.sync()).toEqual([]);
    const [held, wanted] = [documentsOf(one.replica), documentsOf(fresh.replica)];
    for (const [key, document] of wanted) expect([key, held.get(key)]).toEqual([key, document]);
    const more = [...held.keys()].filter((key) => !wanted.has(key) && !key.startsWith('calibration_details/'));
    expect(more).toEqual([]);
  }
}

test(`${SEQUENCES} sequences of what may happen to three devices all come right`, { timeout: 1_800_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: LONGEST, size: 'max' }), async (sequence) => {
      const real = await found();
      const known = { isMember: real.hands.map(() => true), hasStayed: real.hands.map(() => true) };
      await fc.asyncModelRun(() => ({ model: known, real }), sequence);
      await heal(real, known);
      await cameRight(real);
    }),
    {
      numRuns: SEQUENCES,
      seed: Number(process.env['PROPERTY_SEED'] ?? 1),
      interruptAfterTimeLimit: 1_500_000,
      markInterruptAsFailure: true
    }
  );
});
