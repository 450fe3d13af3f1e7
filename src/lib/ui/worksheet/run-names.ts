/** The name of each run of the grid. */
import type { Translate } from '#lib/i18n/translate.ts';
import type { Run } from '#lib/worksheet/rows/form-rows.ts';

export const runNames = (adjusted: boolean, $_: Translate): Readonly<Record<Run, string>> => ({
  found: $_('calibrate.adjusted.found'),
  left: $_(adjusted ? 'calibrate.adjusted.left' : 'calibrate.section.points'),
  check: $_('calibrate.check.run')
});
