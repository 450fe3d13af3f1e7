import type { CalibrationHeader, Judgement } from '#lib/contracts/calibrations.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import type { Page } from '#lib/laboratory/page.ts';
import { pageOfCalibrations } from '#lib/server/db/calibrations.ts';
import { reading } from '#lib/server/db/transaction.ts';
import { resolveAsset } from '#lib/server/use-cases/assets/resolve-asset.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

type Window = {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly include_voided?: boolean | undefined;
  readonly channel_id?: string | undefined;
  readonly organization_id?: string | undefined;
};

type ListQuery = Window & {
  readonly asset?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly q?: string | undefined;
  readonly judgement?: Judgement | undefined;
  readonly recorded_by?: string | undefined;
  readonly calibration_location_id?: string | undefined;
  readonly kind?: CalibrationHeader['kind'] | undefined;
  readonly certificate_state?: NonNullable<CalibrationHeader['certificate']>['state'] | undefined;
  readonly sort?: string | undefined;
};

/** Everything that the actor may read, newest date first unless sorted otherwise. @throws Refusal `not_found`, `ambiguous_ref`, `invalid_cursor` */
export const listCalibrations = (
  { pool }: Services,
  actor: PersonActor,
  query: ListQuery
): Promise<Page<CalibrationHeader>> =>
  reading(pool, actor, async (tx) => {
    const { asset, organization_id: organizationId } = query;
    const found = asset === undefined ? null : await resolveAsset(tx, asset, organizationId ?? null);
    return pageOfCalibrations(tx, {
      ...windowOf(query),
      assetId: found?.id,
      organizationId,
      from: query.from,
      to: query.to,
      q: query.q,
      judgement: query.judgement,
      recordedBy: query.recorded_by,
      locationId: query.calibration_location_id,
      kind: query.kind,
      certificateState: query.certificate_state,
      sort: query.sort ?? '-calibration_date'
    });
  });

/** The history of one asset, newest version first. @throws Refusal `not_found`, `ambiguous_ref`, `invalid_cursor` */
export const listCalibrationsOfAsset = (
  { pool }: Services,
  actor: PersonActor,
  ref: string,
  query: Window
): Promise<Page<CalibrationHeader>> =>
  reading(pool, actor, async (tx) => {
    const asset = await resolveAsset(tx, ref, query.organization_id ?? null);
    return pageOfCalibrations(tx, { ...windowOf(query), assetId: asset.id, sort: '-version' });
  });

/** What used an asset as its reference, as far as the actor may read it. @throws Refusal `not_found`, `ambiguous_ref`, `invalid_cursor` */
export const listCalibrationsUsing = (
  { pool }: Services,
  actor: PersonActor,
  ref: string,
  query: Window & {
    readonly calibration_id?: string | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  }
): Promise<Page<CalibrationHeader>> =>
  reading(pool, actor, async (tx) => {
    const asset = await resolveAsset(tx, ref, query.organization_id ?? null);
    return pageOfCalibrations(tx, {
      ...windowOf({ ...query, channel_id: undefined }),
      reference: { assetId: asset.id, channelId: query.channel_id, calibrationId: query.calibration_id },
      from: query.from,
      to: query.to,
      sort: '-calibration_date'
    });
  });

const windowOf = ({ limit, cursor, include_voided, channel_id }: Window) => ({
  limit,
  cursor,
  includeVoided: include_voided ?? false,
  channelId: channel_id
});
