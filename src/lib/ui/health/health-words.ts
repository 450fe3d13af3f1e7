/** The findings of a health report in sentences. */
import type { AssetHealth } from '#lib/contracts/health.ts';
import type { Translate } from '#lib/i18n/translate.ts';
import { roundUncertainty } from '#lib/metrology/uncertainty/rounding.ts';
import { deviationText, withUnit } from '../text/quantity-text.ts';
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

/**
 * Drift, when it leaves the tolerance, and the risk until the next calibration: a sentence each.
 * @param today a day before it is described as past.
 */
export function driftSentences(
  health: AssetHealth,
  language: string,
  translate: Translate,
  today: string
): readonly string[] {
  const { drift, unit } = health;
  if (drift === null) return [translate('health.drift.too_few')];
  const decimals = Math.min(12, healthDecimals(health) + 1);
  const rate = withUnit(deviationText(drift.per_year, decimals, language), unit ?? '');
  const doubt = withUnit(deviationText(drift.expanded_uncertainty_per_year, decimals, language, 'auto'), unit ?? '');
  return [
    translate(isSignificant(drift) ? 'health.drift.drifts' : 'health.drift.no_drift', { values: { rate, doubt } }),
    foretold(health, drift, today, (date) => formatDay(date, language), translate),
    ...(drift.risk === null
      ? []
      : [translate('health.drift.risk', { values: { risk: formatFixed(drift.risk * 100, 1, language) } })])
  ];
}

function foretold(
  health: AssetHealth,
  drift: NonNullable<AssetHealth['drift']>,
  today: string,
  dayText: (date: string) => string,
  translate: Translate
): string {
  if (drift.limits === null) return translate('health.drift.no_tolerance');
  if (drift.band.length === 0) return translate('health.drift.no_prediction');
  const last = health.calibrations.at(-1)?.calibration_date ?? '';
  const leaves = drift.leaves_tolerance_on;
  if (leaves === null) return translate('health.drift.stays');
  if (leaves <= last)
    return translate(isOutsideNow(health, drift) ? 'health.drift.outside_now' : 'health.drift.too_wide');
  return translate(leaves <= today ? 'health.drift.reached' : 'health.drift.leaves', {
    values: { date: dayText(leaves) }
  });
}
