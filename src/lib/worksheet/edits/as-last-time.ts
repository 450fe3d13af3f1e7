/** Copies the setup of the last calibration in one step; differences are marked. */
import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { CalibrateForm, LastTime } from '../form/calibrate-form.ts';
import type { ContributionForm } from '../sections/contributions.ts';
import { toleranceText } from '../sections/conformity.ts';
import { withRequest } from '../form/build-analysis.ts';
import { environmentTexts } from '../sections/environment.ts';
import { customerTexts } from '../sections/item.ts';
import { numberText } from '../typed/number-text.ts';
import { instrumentKey, type ReferenceOption } from '../references/reference-choice.ts';
import { nominalsOf } from '../rows/round-nominals.ts';
import { layPlan } from './row-edits.ts';

export type Surroundings = {
  readonly references: readonly ReferenceOption[];
  /** Ids of the locations that can be chosen. */
  readonly places: readonly string[];
};

/**
 * The form with reference, contributions, environment, place, customer, plan, fit and rule of `previous`. Current
 * registry data (tolerance, resolution, unit) and readings with their nominal values are kept.
 */
export function asLastTime(form: CalibrateForm, previous: Calibration, around: Surroundings): CalibrateForm {
  const request = previous.analysis_request;
  const asked = request ? withRequest({ ...form, kind: previous.kind }, request) : form;
  const { environment, calibration_location_id: place } = previous;
  const option = optionOf(previous, around);
  const taken: CalibrateForm = {
    ...form,
    kind: previous.kind,
    lab: { ...form.lab, name: previous.lab_name ?? form.lab.name },
    stated: asked.stated,
    reference: previous.kind === 'internal' ? (option?.chosen ?? form.reference) : form.reference,
    environment: environmentTexts(environment),
    location_id: place !== null && around.places.includes(place) ? place : form.location_id,
    customer: customerTexts(previous.customer),
    fit: asked.fit,
    coverage: asked.coverage,
    count_resolution: asked.count_resolution,
    readings_averaged: asked.readings_averaged,
    contributions: asked.contributions,
    correlations: asked.correlations,
    rule: asked.rule,
    guard_band_factor: asked.guard_band_factor,
    max_false_accept: asked.max_false_accept,
    target_pfa: asked.target_pfa,
    population: asked.population,
    judge: asked.judge,
    evaluate_at: asked.evaluate_at,
    inverse_at: asked.inverse_at,
    monte_carlo: asked.monte_carlo,
    directions: asked.directions,
    next_id: Math.max(form.next_id, asked.next_id),
    left_out: [],
    last_time: {
      version: previous.version,
      date: previous.calibration_date,
      differs: differences(form, previous, around)
    }
  };
  const points = previous.points;
  return points.length === 0 ? taken : layPlan(nominalsOf(points.map(({ reference }) => reference)))(taken);
}

const optionOf = ({ reference_asset_id: id, reference_channel_id: channel }: Calibration, around: Surroundings) =>
  around.references.find((option) => id !== null && option.key === instrumentKey(id, channel));

function differences(form: CalibrateForm, previous: Calibration, around: Surroundings): LastTime['differs'] {
  const option = optionOf(previous, around);
  const request = previous.analysis_request;
  const internal = previous.kind === 'internal';
  const tolerance = JSON.stringify((request?.conformity?.tolerance ?? []).map(toleranceText));
  const { environment, calibration_location_id: place } = previous;
  const found: readonly (readonly [LastTime['differs'][number], boolean])[] = [
    ['reference_gone', internal && !option?.chosen],
    ['reference_overdue', internal && option?.state === 'overdue'],
    ['reference_newer', !!option?.chosen && option.chosen.calibration_id !== previous.reference_calibration_id],
    ['tolerance', request !== null && tolerance !== JSON.stringify(form.tolerance)],
    ['resolution', request !== null && numberText(request.uncertainty.resolution) !== form.resolution],
    ['place_gone', place !== null && !around.places.includes(place)],
    ['environment', environment !== null && Object.values(environment).some((value) => value !== undefined)]
  ];
  return found.filter(([, differs]) => differs).map(([what]) => what);
}

/** Lines of the last budget that are missing here, except those the author removed. */
export function missingLines(form: CalibrateForm, previous: Calibration | null): readonly string[] {
  const before = previous?.analysis_request?.uncertainty.contributions ?? [];
  const here = new Set(form.contributions.map(({ name }) => name.trim()));
  return before.map(({ name }) => name).filter((name) => !here.has(name.trim()) && !form.left_out.includes(name));
}

/** Adds these lines of the last budget to the current one. */
export function takeLines(form: CalibrateForm, previous: Calibration, names: readonly string[]): CalibrateForm {
  const request = previous.analysis_request;
  if (request === null) return form;
  const wanted = withRequest(form, request).contributions.filter(({ name }) => names.includes(name));
  const added = wanted.map((line, i): ContributionForm => ({ ...line, id: form.next_id + i }));
  return { ...form, contributions: [...form.contributions, ...added], next_id: form.next_id + added.length };
}
