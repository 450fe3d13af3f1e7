import { uncertaintyAsLeft } from '#lib/laboratory/error-uncertainty.ts';
import { furtherValuesOf } from '#lib/laboratory/further-values.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { isExternal, laboratoryName, type CertificateFacts } from '../certificate-facts.ts';
import type { Block, Inline } from '../document/blocks.ts';
import { phrase, plain } from '../document/phrase.ts';
import type { Printer } from '../print/printer.ts';
import { printTolerance } from '../print/tolerance.ts';
import { CUSTOMER_MARK, note, section, space } from '../print/style.ts';
import { roundedUp } from './band.ts';
import { coverageNotes } from './coverage-notes.ts';
import { missing, pointsTable, type Run } from './points-table.ts';

/** From this number of points on, the table follows after the signature, so that the verdict is on the first page. */
const LONG_TABLE = 46;

/** Differences of U below this share are those of computing. */
const AS_GREAT = 1e-9;

const directionsOf = (points: AnalysisRequest['as_found_points']) => points?.map(({ direction }) => direction);

export type ResultsPlace = 'inside' | 'annex';

export function resultsPlace(facts: CertificateFacts): ResultsPlace {
  const { result } = facts;
  const lists = [
    result?.points,
    result?.as_found_points,
    result?.verification_points,
    ...(result ? Object.values(furtherValuesOf(result)) : [])
  ];
  const rows = lists.reduce((sum, list) => sum + (list?.length ?? 0), 0);
  return rows < LONG_TABLE ? 'inside' : 'annex';
}

/** The runs of points in the order in which they are reported: before an adjustment, the points of the curve, its verification. */
export function resultRuns(
  { request, result }: CertificateFacts & { readonly result: AnalysisResult },
  { labels }: Pick<Printer, 'labels'>
): readonly { readonly title: string; readonly run: Run }[] {
  const corrected = result.fit.model !== 'none';
  const adjusted = result.as_found_points !== undefined;
  const main = { found: !adjusted, left: corrected || adjusted, result, adjusted };
  const runs = [
    {
      title: adjusted ? labels.as_left : labels.results,
      run: { ...main, points: result.points, directions: directionsOf(request?.points) }
    }
  ];
  if (result.as_found_points) {
    const before = { found: true, left: false, directions: directionsOf(request?.as_found_points) };
    runs.unshift({ title: labels.before_adjustment, run: { ...main, points: result.as_found_points, ...before } });
  }
  if (result.verification_points) {
    // Where nothing was corrected or adjusted, these too are readings of the state found.
    const directions = directionsOf(request?.verification_points);
    const verification = { found: !corrected && !adjusted, directions };
    const title = corrected ? labels.verification : labels.verification_alone;
    runs.push({ title, run: { ...main, points: result.verification_points, ...verification } });
  }
  return runs;
}

/** Whether errors after correction have a greater uncertainty than corrected values: that of their reference values. */
export const hasOwnReferences = ({ fit, points }: AnalysisResult): boolean =>
  fit.model !== 'none' &&
  points.some((point) => (uncertaintyAsLeft(point)?.U ?? 0) > point.expanded_uncertainty * (1 + AS_GREAT));

/** The tables of points with the meaning of the columns (ISO/IEC 17025 7.8.2.1 m, 7.8.4.1). */
export function resultTables(
  facts: CertificateFacts & { readonly result: AnalysisResult },
  print: Printer
): readonly Block[] {
  const { request, result } = facts;
  const { labels } = print;
  const corrected = result.fit.model !== 'none';
  const titled = resultRuns(facts, print);
  const runs = titled.map(({ run }) => run);
  const blocks = titled.flatMap(({ title, run }): Block[] => [section(title), pointsTable(run, print)]);
  const notes: (readonly Inline[])[] = [];
  if (runs.some(({ found, points }) => found && points.some(({ error }) => error !== null)))
    notes.push(phrase(request?.correction_in_force ? labels.error_in_force_note : labels.error_note));
  if (corrected) notes.push(phrase(labels.corrected_error_note));
  else if (result.as_found_points) notes.push(phrase(labels.left_error_note));
  if (hasOwnReferences(result)) notes.push(phrase(labels.error_includes_reference));
  notes.push(...coverageNotes(runs, print));
  const tolerance = request?.conformity?.tolerance ?? [];
  if (tolerance.length > 0)
    notes.push(phrase(labels.tolerance_note, { tolerance: printTolerance(request?.conformity, print) }));
  if (tolerance.length > 0) {
    const specification = facts.context.calibration.specification ?? labels.not_recorded;
    const isOfCustomer = facts.context.calibration.customer_data?.includes('specification') === true;
    notes.push([...phrase(labels.specification, { specification }), ...(isOfCustomer ? CUSTOMER_MARK : [])]);
  }
  const hysteresis = result.fit.diagnostics.hysteresis?.largest;
  if (hysteresis !== undefined)
    notes.push(phrase(labels.hysteresis_note, { value: print.quantity(roundedUp(hysteresis, print.decimals)) }));
  if (runs.some((run) => run.points.some((point) => missing(point, run)))) notes.push(phrase(labels.not_judged));
  blocks.push(space(5), note(notes.flatMap((part, index) => (index === 0 ? part : [...plain(' '), ...part]))));
  if (isExternal(facts)) {
    const { calibration, organization } = facts.context;
    const values = {
      laboratory: calibration.lab_name ?? labels.not_recorded,
      organization: laboratoryName(organization)
    };
    blocks.push(space(3), note(phrase(labels.external_evaluated, values)));
  }
  return blocks;
}
