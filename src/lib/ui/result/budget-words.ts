import { POINT_REFERENCE } from '#lib/metrology/uncertainty/scatter-terms.ts';
import type { BudgetEntry } from '#lib/metrology/types.ts';

/** Entries that the engine names itself; a user's own keep the words they were given. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  'Curve fit': 'calibration.budget.curve_fit',
  'Lack of fit': 'calibration.budget.lack_of_fit',
  Repeatability: 'calibration.budget.repeatability',
  Resolution: 'calibration.budget.resolution',
  'Reference standard': 'calibration.budget.reference_standard',
  [POINT_REFERENCE]: 'calibration.budget.point_reference',
  'Hysteresis of the points': 'calibration.budget.hysteresis_of_points'
};

/** The dictionary's key for the name of a line that the engine names, or null where the name is the user's. */
export const lineKey = (name: string): string | null => OWN_NAMES[name] ?? null;

/** The dictionary's key for an entry's name, or null where the name is the user's. */
export const nameKey = (entry: BudgetEntry): string | null => lineKey(entry.name);

/** The line of the reference standard itself, whose value is an expanded uncertainty. */
export const isStandard = (entry: BudgetEntry): boolean => nameKey(entry) === 'calibration.budget.reference_standard';
