/**
 * Converts the form to the record that is queued and sent, and a record to a form, in which a refused entry is
 * corrected.
 */
import type { CreateCalibrationBody, ReferenceProblem } from '#lib/contracts/calibrations.ts';
import type { AnalysisRequest, AnalysisResult } from '#lib/metrology/types.ts';
import type { Interval } from '#lib/laboratory/interval.ts';
import { specification } from '../sections/conformity.ts';
import { environment } from '../sections/environment.ts';
import { instrument } from '../sections/instrument.ts';
import { item } from '../sections/item.ts';
import { hasPoints, kind } from '../sections/kind.ts';
import { laboratory } from '../sections/laboratory.ts';
import { occasion } from '../sections/occasion.ts';
import { outsideCurve } from '../sections/outside-curve.ts';
import { procedure } from '../sections/procedure.ts';
import { traceability, type ChosenReference } from '../sections/reference.ts';
import { remarks } from '../sections/remarks.ts';
import { FieldReader, type FieldProblem } from '../typed/field-problem.ts';
import { withRequest } from './build-analysis.ts';
import type { CalibrateForm } from './calibrate-form.ts';

export type BuiltBody =
  | { readonly body: CreateCalibrationBody; readonly problems: readonly [] }
  | { readonly body: null; readonly problems: readonly FieldProblem[] };

export type BodyParts = {
  readonly form: CalibrateForm;
  /** The engine's result for this form; not needed if only coefficients are entered. */
  readonly analysis: { readonly request: AnalysisRequest; readonly result: AnalysisResult } | null;
  /** Problems found by the analysis. */
  readonly problems: readonly FieldProblem[];
  /** The history on the device (contracts/calibrations.ts). */
  readonly judgedWith?: CreateCalibrationBody['judged_with'];
  readonly interval: Interval | null;
  readonly hasChannels: boolean;
  /** By the clock of the device. */
  readonly today: string;
  /** The problems of the chosen reference. */
  readonly doubts: readonly ReferenceProblem[];
};

/** The body to save, or all problems, each at its field. */
export function buildBody(parts: BodyParts): BuiltBody {
  const { form, analysis, problems, judgedWith } = parts;
  const reader = new FieldReader();
  const said = {
    ...environment.toRequest(form, reader),
    ...outsideCurve.toRequest(form, reader),
    ...occasion.toRequest(form, reader, parts),
    ...item.toRequest(form, reader),
    ...instrument.toRequest(form, reader, parts),
    ...traceability.toRequest(form, reader, parts),
    ...laboratory.toRequest(form, reader),
    ...kind.toRequest(form, reader),
    ...procedure.toRequest(form, reader),
    ...specification.toRequest(form, reader),
    ...remarks.toRequest(form, reader)
  };
  if (!hasPoints(form)) return finish(said, reader.problems);
  if (analysis === null && problems.length === 0) reader.refuse('rows', 'too_few_points');
  const body = {
    ...said,
    ...(analysis ? { analysis: analysis as NonNullable<CreateCalibrationBody['analysis']> } : {}),
    ...(judgedWith ? { judged_with: judgedWith } : {})
  };
  return finish(body, [...reader.problems, ...problems]);
}

const finish = (body: CreateCalibrationBody, problems: readonly FieldProblem[]): BuiltBody =>
  problems.length > 0 ? { body: null, problems } : { body, problems: [] };

/**
 * Fills `base` (a new form of the same asset) from a record. `reference` is the record's reference, if the device knows
 * it.
 */
export function formFromBody(
  body: CreateCalibrationBody,
  base: CalibrateForm,
  reference: ChosenReference | null
): CalibrateForm {
  const known = { ...base, reference };
  const next = () => base.next_id;
  const filled: CalibrateForm = {
    ...known,
    ...instrument.fromRequest(body, known, next),
    ...kind.fromRequest(body, known, next),
    ...procedure.fromRequest(body, { ...known, kind: body.kind }, next),
    ...occasion.fromRequest(body, known, next),
    ...item.fromRequest(body, known, next),
    ...specification.fromRequest(body, known, next),
    ...laboratory.fromRequest(body, known, next),
    ...traceability.fromRequest(body, known, next),
    ...environment.fromRequest(body, known, next),
    ...outsideCurve.fromRequest(body, known, next),
    ...remarks.fromRequest(body, known, next)
  };
  return body.analysis ? withRequest(filled, body.analysis.request) : filled;
}
