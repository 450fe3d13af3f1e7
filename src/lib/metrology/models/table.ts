/**
 * All correction models, in the order of the choice on screens. A new one is a file here, a line in this table, its
 * name in the four dictionaries (i18n, `model.json`) and a golden result (tests/truth): no other code names the models.
 */
import { kelvinAtZero } from '../temperature-unit.ts';
import { callendar_van_dusen } from './callendar-van-dusen.ts';
import { custom } from './custom.ts';
import { exponential } from './exponential.ts';
import { interpolation } from './interpolation.ts';
import { linear } from './linear.ts';
import { logarithmic } from './logarithmic.ts';
import { logistic_4 } from './logistic-4.ts';
import { logistic_5 } from './logistic-5.ts';
import type { CorrectionModel, PowersModel } from './model.ts';
import { none } from './none.ts';
import { offset } from './offset.ts';
import { polynomial } from './polynomial.ts';
import { power } from './power.ts';
import { proportional } from './proportional.ts';
import { rational } from './rational.ts';
import { steinhart_hart } from './steinhart-hart.ts';

const TABLE = {
  none,
  offset,
  proportional,
  linear,
  polynomial,
  logarithmic,
  exponential,
  power,
  rational,
  logistic_4,
  logistic_5,
  callendar_van_dusen,
  steinhart_hart,
  interpolation,
  custom
} as const;

export type Model = keyof typeof TABLE;

/** Every model of the contract. */
export const MODELS = Object.keys(TABLE) as readonly Model[];

/** The description of a model. */
export const modelOf = (model: Model): CorrectionModel => TABLE[model];

/** The powers of the indication whose sum the model is; null for every other kind. */
export function termsOf(name: Model): PowersModel['terms'] | null {
  const model = modelOf(name);
  return model.kind === 'powers' ? model.terms : null;
}

/** Whether the curve is the indication plus at most a constant: without a slope, it cannot convert one unit to another. */
export function addsToIndication(name: Model): boolean {
  const terms = termsOf(name);
  return terms === 'none' || terms === 'constant';
}

/** Whether the method fits the model to points whose uncertainties are correlated with each other. */
export function takesCorrelatedPoints(name: Model, method: string | undefined): boolean {
  return method !== undefined && modelOf(name).correlatedMethod === method;
}

/** Whether the scatter of a fit has the unit of the indication instead of the reference. */
export function minimisesIndication(name: Model): boolean {
  const model = modelOf(name);
  return model.kind === 'searched' && model.minimisesIndication;
}

/** The center of a curve that is stated in the unit of its values: for models of an absolute temperature. */
export const centerOf = (model: Model, unit: string | undefined): number =>
  modelOf(model).temperatures === 'absolute' ? kelvinAtZero(unit) : 0;
