/** The points: those of the fit, those before an adjustment, and those that check the curve. */
import type { Asset, Channel } from '#lib/contracts/assets.ts';
import { MAX_POINTS_SAVED, type AnalysisRequest, type Point } from '#lib/metrology/types.ts';
import {
  EMPTY_READING,
  emptyRow,
  isBlank,
  rowsOf,
  sideOf,
  type Reading,
  type Row,
  type Rows,
  type Run
} from '../rows/form-rows.ts';
import { groupNames } from '../rows/group-names.ts';
import { nominalOf, repeatsOf, type RepeatsChoice } from '../rows/repeats.ts';
import { readPlan, type PlannedRow } from '../rows/procedure-plan.ts';
import { nominalsOf, spreadNominals } from '../rows/round-nominals.ts';
import { defined } from '../typed/defined.ts';
import type { FieldReader } from '../typed/field-problem.ts';
import { numberText } from '../typed/number-text.ts';
import { isWeighted, type FitFields } from './fit.ts';
import { measuringOf, type NextId, type Section, type Subject } from './section.ts';

export type PointFields = Rows & {
  /** Whether the directions of the points count. */
  readonly directions: boolean;
  /** Which rows are repeats of one point. */
  readonly repeats: RepeatsChoice;
};

type Needs = PointFields & FitFields;
type Asked = Pick<AnalysisRequest, 'points' | 'as_found_points' | 'verification_points'>;

const PLANNED_POINTS = 5;

export const points: Section<PointFields, Asked, Needs> = {
  begin: (subject) => {
    const { rows, adjusted } = plannedFor(subject);
    return {
      adjusted,
      rows: rows.map(({ nominal, direction }, i) => emptyRow(i, nominal, direction)),
      checks: [],
      verified: false,
      directions: rows.some(({ direction }) => direction !== ''),
      repeats: 'plan'
    };
  },
  toRequest: (form, reader) => pointsOf(readRuns(form, reader)),
  fromRequest: (asked, _form, next) => {
    const rows = rowsOfPoints(asked, next);
    const checks = (asked.verification_points ?? []).map((point) => ({
      ...emptyRow(next(), numberText(point.nominal)),
      left: readingOf(point)
    }));
    return {
      adjusted: asked.as_found_points !== undefined,
      rows,
      checks,
      verified: checks.length > 0,
      directions: rows.some(({ direction }) => direction !== ''),
      repeats: repeatsChoiceOf(asked)
    };
  },
  takeUp: (stored) => ({ rows: stored.rows.map((row) => ({ ...emptyRow(row.id), ...row })) })
};

/** The procedure's plan, if it can be applied to the instrument; else the last plan or one from the range. */
function plannedFor(subject: Subject): { readonly rows: readonly PlannedRow[]; readonly adjusted: boolean } {
  const measuring = measuringOf(subject);
  const plan = subject.procedure?.plan ? readPlan(subject.procedure.plan, measuring) : null;
  if (plan !== null && plan.fault === null) return plan;
  const nominals = planOf(subject.previousReferences, measuring);
  return { rows: nominals.map((nominal) => ({ nominal, direction: '' })), adjusted: false };
}

/** Initial nominal values: those of the last calibration, else spread over the range. */
export function planOf(references: readonly number[], measuring: Asset | Channel): readonly string[] {
  const { range_min: low, range_max: high, unit, measured_unit: indicated } = measuring;
  if (references.length > 0) return nominalsOf(references);
  const ofReference = indicated === null || indicated === unit;
  if (!ofReference || low === null || high === null || !(high > low)) return ['', '', ''];
  return spreadNominals(low, high, PLANNED_POINTS);
}

/** The points of a run, and the rows that they came from. */
export type RunPoints = { readonly points: readonly Point[]; readonly ids: readonly number[] };
export type Runs = Readonly<Record<Run, RunPoints>>;

const NO_POINTS: RunPoints = { points: [], ids: [] };

/** The points of all runs that count. Rows with errors are reported to `reader` and left out. */
export function readRuns(form: Needs, reader: FieldReader): Runs {
  const runs = {
    left: readRun(form, 'left', reader),
    found: form.adjusted ? readRun(form, 'found', reader) : NO_POINTS,
    check: form.verified ? readRun(form, 'check', reader) : NO_POINTS
  };
  if (Math.max(form.rows.length, form.checks.length) > MAX_POINTS_SAVED) reader.refuse('rows', 'too_many_points');
  return runs;
}

/** The runs as a request carries them. */
export const pointsOf = ({ left, found, check }: Runs): Asked => ({
  points: left.points,
  ...(found.points.length > 0 ? { as_found_points: found.points } : {}),
  ...(check.points.length > 0 ? { verification_points: check.points } : {})
});

function readRun(form: Needs, run: Run, reader: FieldReader): RunPoints {
  const read: Point[] = [];
  const ids: number[] = [];
  const weighted = isWeighted(form.fit);
  const directed = form.directions && run !== 'check';
  const groupOf = run === 'check' ? null : repeatsOf(form, run).groupOf;
  const side = sideOf(run);
  for (const row of rowsOf(form, run)) {
    const reading = row[side];
    if (isBlank(reading) || reading.excluded) continue;
    const place = `rows.${row.id}.${side}`;
    const before = reader.problems.length;
    const reference = reader.number(`${place}.reference`, reading.reference);
    const measured = reader.number(`${place}.measured`, reading.measured);
    const u = (field: 'u_reference' | 'u_measured') =>
      weighted ? reader.number(`${place}.${field}`, reading[field], { above: 0 }) : undefined;
    const [u_reference, u_measured] = [u('u_reference'), u('u_measured')];
    if (reader.problems.length > before) continue;
    if (reference === undefined || measured === undefined) {
      reader.refuse(`${place}.${reference === undefined ? 'reference' : 'measured'}`, 'half_point');
      continue;
    }
    const [nominal, group] = [nominalOf(row), groupOf?.(row)];
    const direction = directed && row.direction !== '' ? row.direction : undefined;
    read.push(defined({ reference, measured, u_reference, u_measured, nominal, group, direction }));
    ids.push(row.id);
  }
  return { points: read, ids };
}

/**
 * One row a point, the run before an adjustment beside it, with its nominal value. If grouped points have no or
 * different nominal values, the rows are named after their groups, so that they stay together.
 */
function rowsOfPoints({ points: left, as_found_points: found = [] }: Asked, next: NextId): readonly Row[] {
  const names = groupNames(left);
  return besideEachOther(left, found).map((pair) => {
    const point = pair.left ?? pair.found;
    const name = point?.group === undefined ? undefined : names?.get(point.group);
    return {
      ...emptyRow(next(), name ?? numberText(point?.nominal), point?.direction ?? ''),
      left: readingOf(pair.left),
      found: readingOf(pair.found)
    };
  });
}

type Pair = { readonly left?: Point | undefined; readonly found?: Point | undefined };

/**
 * Both runs in order; if all planned values are known, each row belongs to one of them, although a run may have left it
 * out.
 */
function besideEachOther(left: readonly Point[], found: readonly Point[]): readonly Pair[] {
  const planned = [...left, ...found].every(({ nominal }) => nominal !== undefined);
  if (!planned || found.length === 0)
    return Array.from({ length: Math.max(left.length, found.length, 1) }, (_, i) => ({
      left: left[i],
      found: found[i]
    }));
  const pairs: Pair[] = [];
  let at = 0;
  for (const point of left) {
    const beside = found.findIndex(
      ({ nominal, direction }, j) => j >= at && nominal === point.nominal && direction === point.direction
    );
    while (at < beside) pairs.push({ found: found[at++] });
    pairs.push(beside < 0 ? { left: point } : { left: point, found: found[at++] });
  }
  return [...pairs, ...found.slice(at).map((point) => ({ found: point }))];
}

/** How the points of a request declare repeats. */
function repeatsChoiceOf({ points: left, as_found_points: found = [] }: Asked): RepeatsChoice {
  const grouped = [left, found].filter((run) => run.length > 0 && run.every(({ group }) => group !== undefined));
  if (grouped.length === 0) return 'plan';
  const alone = grouped.every((run) => new Set(run.map(({ group }) => group)).size === run.length);
  return alone ? 'none' : 'equal';
}

function readingOf(point: Point | undefined): Reading {
  if (point === undefined) return EMPTY_READING;
  return {
    reference: String(point.reference),
    measured: String(point.measured),
    u_reference: numberText(point.u_reference),
    u_measured: numberText(point.u_measured),
    excluded: false
  };
}
