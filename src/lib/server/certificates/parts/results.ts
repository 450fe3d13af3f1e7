import { furtherValuesOf } from '#lib/laboratory/further-values.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import { isExternal, laboratoryName, type CertificateFacts } from '../certificate-facts.ts';
import type { Block } from '../document/blocks.ts';
import { phrase, plain } from '../document/phrase.ts';
import type { Printer } from '../print/printer.ts';
import { printTolerance } from '../print/tolerance.ts';
import { CUSTOMER_MARK, note, section, space } from '../print/style.ts';
import { coverageNotes } from './coverage-notes.ts';
import { missing, pointsTable, type Run } from './points-table.ts';

/** From this number of points on, the table follows after the signature, so that the verdict is on the first page. */
const LONG_TABLE = 46;

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
    const verification = { found: !corrected && !adjusted, directions: undefined };
    runs.push({ title: labels.verification, run: { ...main, points: result.verification_points, ...verification } });
  }
  return runs;
}

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
  const notes = [phrase(request?.correction_in_force ? labels.error_in_force_note : labels.error_note)];
  if (corrected) notes.push(phrase(labels.corrected_error_note));
  notes.push(...coverageNotes(runs, print));
  const tolerance = request?.conformity?.tolerance ?? [];
  if (tolerance.length > 0) notes.push(phrase(labels.tolerance_note, { tolerance: printTolerance(tolerance, print) }));
  if (tolerance.length > 0) {
    const specification = facts.context.calibration.specification ?? labels.not_recorded;
    const isOfCustomer = facts.context.calibration.customer_data?.includes('specification') === true;
    notes.push([...phrase(labels.specification, { specification }), ...(isOfCustomer ? CUSTOMER_MARK : [])]);
  }
  const hysteresis = result.fit.diagnostics.hysteresis?.largest;
  if (hysteresis !== undefined) notes.push(phrase(labels.hysteresis_note, { value: print.quantity(hysteresis) }));
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
