/** The findings of a health report in sentences. */
import type { AssetHealth } from '#lib/contracts/health.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import { roundUncertainty } from '#lib/metrology/uncertainty/rounding.ts';
import { deviationText, withUnit } from '../calibration/quantity-text.ts';
import { formatDay } from '../dates/format-date.ts';
import { formatFixed } from '../number-input/format-number.ts';

const SIGNIFICANT = 0.05;

/** Decimals that errors of this history are worth: those of its smallest expanded uncertainty. */
export function healthDecimals({ calibrations }: AssetHealth): number {
  const known = calibrations.flatMap(({ expanded_uncertainty: U }) => (U === null || U <= 0 ? [] : [U]));
  return known.length === 0 ? 3 : Math.max(0, roundUncertainty(Math.min(...known)).decimals);
}

/** Whether the history shows a drift that chance does not explain. */
export const isSignificant = (drift: NonNullable<AssetHealth['drift']>): boolean => drift.significance < SIGNIFICANT;

/** Whether the error that was left last is itself beyond a limit, not only the wide prediction of a short history. */
function isOutsideNow({ calibrations }: AssetHealth, { limits }: NonNullable<AssetHealth['drift']>): boolean {
  const error = calibrations.findLast((calibration) => calibration.error !== null)?.error ?? 0;
  return (limits?.upper != null && error > limits.upper) || (limits?.lower != null && error < limits.lower);
}

/** Drift, when it leaves the tolerance, and the risk until the next calibration: a sentence each. */
export function driftSentences(health: AssetHealth, language: string, translate: Translate): readonly string[] {
  const { drift, unit } = health;
  if (drift === null) return [translate('health.drift.too_few')];
  const decimals = Math.min(12, healthDecimals(health) + 1);
  const rate = withUnit(deviationText(drift.per_year, decimals, language), unit ?? '');
  const doubt = withUnit(deviationText(drift.expanded_uncertainty_per_year, decimals, language, 'auto'), unit ?? '');
  const last = health.calibrations.at(-1)?.calibration_date ?? '';
  const leaves = drift.leaves_tolerance_on;
  return [
    translate(isSignificant(drift) ? 'health.drift.drifts' : 'health.drift.no_drift', { values: { rate, doubt } }),
    drift.limits === null
      ? translate('health.drift.no_tolerance')
      : leaves === null
        ? translate('health.drift.stays')
        : leaves <= last
          ? translate(isOutsideNow(health, drift) ? 'health.drift.outside_now' : 'health.drift.too_wide')
          : translate('health.drift.leaves', { values: { date: formatDay(leaves, language) } }),
    ...(drift.risk === null
      ? []
      : [translate('health.drift.risk', { values: { risk: formatFixed(drift.risk * 100, 1, language) } })])
  ];
}
