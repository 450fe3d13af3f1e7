/** Any history of an asset: its calibrations around the edges of the rules, in a database and as a device would store it. */
import fc from 'fast-check';
import type { Asset } from '#lib/contracts/assets.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { addDays, type JudgedCalibration } from '#lib/laboratory/calibration-status.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import { storedCalibration } from './calibration-row.ts';
import { execute, type TestDatabase } from './database.ts';
import { TODAY } from './services.ts';

export const LEAD = 30;
/** Days around the edges of the rule, so that equal days and the day before and after are common. */
const day = fc.constantFrom(-400, -31, -30, -2, -1, 0, 1, 2, 29, 30, 31, 32, 400).map((days) => addDays(TODAY, days));
const calibration = fc.record({
  /** Which channel; beyond those that there are: the asset as a whole. */
  channel: fc.nat({ max: 3 }),
  date: day.filter((date) => date <= TODAY),
  due: fc.option(day),
  voided: fc.boolean(),
  conforms: fc.option(fc.boolean()),
  asFound: fc.option(fc.constantFrom('pass' as const, 'fail' as const, 'conditional_pass' as const))
});
export const history = fc.record({
  /** Which of the channels are archived. */
  channels: fc.array(fc.boolean(), { maxLength: 3 }),
  calibrations: fc.array(calibration, { maxLength: 6 }),
  leadDays: fc.constantFrom(0, 1, LEAD, 31)
});
export type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

export type Registry = {
  readonly database: TestDatabase;
  readonly services: Services;
  readonly owner: PersonActor;
  readonly organization_id: string;
};
let count = 0;
/** Writes a history, and tells it as a device would hold it. */
export async function written(
  { database, services, owner, organization_id }: Registry,
  { channels, calibrations }: History
): Promise<{ asset: Asset; told: readonly JudgedCalibration[] }> {
  const asset = await createAsset(services, owner, {
    asset_id: `H-${++count}`,
    name: `H ${count}`,
    organization_id,
    channels: channels.map((_, index) => ({ name: `channel ${index}` }))
  });
  const told: JudgedCalibration[] = [];
  for (const [version, { channel, date, due, voided, conforms, asFound }] of calibrations.entries()) {
    const channelId = asset.channels[channel]?.id ?? null;
    const id = await storedCalibration(database, asset, owner.userId, {
      channelId,
      date,
      due,
      voided,
      conforms,
      asFound
    });
    const profile =
      asFound === null
        ? null
        : { low: 0, high: 1, adjusted: false, reference_u: null, places: [], as_found: asFound, as_left: null };
    told.push({ id, version, channel_id: channelId, calibration_date: date, due_date: due, voided, conforms, profile });
  }
  const archived = asset.channels.filter((_, index) => channels[index]).map(({ id }) => id);
  await execute(database.url, 'UPDATE channels SET archived_at = now() WHERE id = ANY ($1)', [archived]);
  return { asset, told };
}
