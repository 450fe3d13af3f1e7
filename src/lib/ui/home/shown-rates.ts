import type { DashboardSummary } from '#lib/contracts/dashboard.ts';
import type { PassRates } from '#lib/laboratory/pass-rate.ts';

/** `share` from 0 to 1, null if there are no verdicts; `failed` null where only the share is known. */
export type ShownRate = { readonly share: number | null; readonly failed: number | null };
export type ShownRates = {
  readonly as_found: ShownRate;
  readonly as_left: ShownRate;
  readonly n: number;
  /** Only the calibrations recorded last were counted. */
  readonly latestOnly: boolean;
};

/**
 * The pass rates of the home page: of the calibrations read from the device or, where there are more than are read, the
 * server's, which count all of them.
 */
export function shownRates(
  local: PassRates,
  thereAreMore: boolean,
  server: DashboardSummary['pass_rate'] | null
): ShownRates {
  if (thereAreMore && server !== null) {
    const shareOf = (share: number | null): ShownRate => ({ share, failed: null });
    return { as_found: shareOf(server.as_found), as_left: shareOf(server.as_left), n: server.n, latestOnly: false };
  }
  const counted = ({ share, judged, passed }: PassRates['as_found']): ShownRate => ({ share, failed: judged - passed });
  return {
    as_found: counted(local.as_found),
    as_left: counted(local.as_left),
    n: local.n,
    latestOnly: thereAreMore
  };
}
