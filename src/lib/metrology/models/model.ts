/** The description of a correction model. Each model is one file; table.ts lists them. */
import type { CurveFunction } from '../fit/curve-function.ts';
import type { WrittenFormula } from '../formula/write-formula.ts';

/** What is needed to evaluate a curve; types.ts adds its model. */
export type CurveParameters = {
  /** Constant term first, in the variable (y − center) / scale. */
  readonly coefficients: readonly number[];
  /**
   * For models of an absolute temperature, what is subtracted from kelvin: 273.15 if the reference is in °C, else 0.
   */
  readonly center?: number | undefined;
  readonly scale?: number | undefined;
  /** `rational`: degree of the numerator; the coefficients from there on are the denominator's, whose first one is 1. */
  readonly numerator?: number | undefined;
  /** `custom`: the formula, whose parameters the coefficients are. */
  readonly expression?: string | undefined;
  /** `interpolation`: the indications at which the coefficients are the values, rising. */
  readonly knots?: readonly number[] | undefined;
};

/** The meaning of a coefficient whose symbol is not enough: a key below `analysis.coefficient` in the dictionaries. */
export type CoefficientRole =
  | 'of_power'
  | 'numerator'
  | 'denominator'
  | 'at_zero'
  | 'slope'
  | 'half_way'
  | 'at_infinity'
  | 'asymmetry'
  | 'ice_point'
  | 'below_zero';

export type CoefficientName = {
  /** Its symbol in the formula: `c0`, `R0`, or the name in a custom formula. */
  readonly symbol: string;
  readonly role?: CoefficientRole;
  /** The power of the indication that it multiplies. */
  readonly power?: number;
  /** Omitted if the curve does not need it. */
  readonly optional?: boolean;
};

/** The number of coefficients, for models in which it varies. */
export type CurveShape = {
  readonly degree: number;
  readonly numerator: number;
  readonly denominator: number;
  /** Names in the formula of `custom`. */
  readonly parameters: readonly string[];
};

export type ModelOption = 'degree' | 'numerator' | 'denominator' | 'expression' | 'start';

/** What the screen shows and offers. */
export type Described = {
  /** The formula with the names of the start values; empty if its hint in the dictionaries describes it in words. */
  readonly formula: string;
  /** The same with the coefficient names on certificates, if these differ. */
  readonly statedFormula?: string;
  readonly coefficients: (shape: CurveShape) => readonly CoefficientName[];
  readonly options: readonly ModelOption[];
  /** Which methods of fitting apply. */
  readonly methods: 'all' | 'ols' | 'none';
  /** The method that takes points whose uncertainties are correlated with each other; omitted if none does. */
  readonly correlatedMethod?: 'gdr';
  /** Readings must be positive: for a logarithm, a fractional power or a resistance. */
  readonly needsPositiveReadings?: true;
  /** The values are temperatures: counted from the ice point, or from absolute zero. */
  readonly temperatures?: 'celsius' | 'absolute';
};

/** Evaluation of a stored curve. Values and slopes are not finite outside the domain. */
export type Evaluated = {
  /** Whether the number of coefficients and the further fields match the model. */
  readonly isComplete: (curve: CurveParameters) => boolean;
  readonly value: (curve: CurveParameters, measured: number) => number;
  /** f′(y). */
  readonly slope: (curve: CurveParameters, measured: number) => number;
  /** ∂f/∂c_j, one number per coefficient. */
  readonly gradient: (curve: CurveParameters, measured: number) => number[];
  /** The equation as text that reads back and as LaTeX; null if the curve has no equation in the indication itself. */
  readonly write: (curve: CurveParameters) => WrittenFormula | null;
};

/** A sum of powers of the indication: solved by linear least squares. */
export type PowersModel = Described &
  Evaluated & {
    readonly kind: 'powers';
    /** y itself, y + c0, c1·y, or all powers up to the degree. */
    readonly terms: 'none' | 'constant' | 'slope' | 'all';
  };

/** Points for the search: the arguments and the responses of the family. */
export type GuessInput = {
  readonly size: number;
  readonly argument: Float64Array;
  readonly response: Float64Array;
  readonly plan: SearchPlan;
};

/** The parts of a fit's plan that determine the shape of the curve. */
export type SearchPlan = {
  readonly numerator: number;
  readonly denominator: number;
  readonly expression: string;
  readonly kelvinAtZero: number;
};

/** A nonlinear model prepared for the points. */
export type SearchedShape = {
  readonly size: number;
  readonly family: CurveFunction;
  readonly curve: Omit<CurveParameters, 'coefficients'>;
  /** Whether such a curve would have a pole between the points; null if it cannot have one. */
  readonly broken: ((coefficients: Float64Array) => boolean) | null;
};

/** A curve whose coefficients are found by search. */
export type SearchedModel = Described &
  Evaluated & {
    readonly kind: 'searched';
    /** Whether the family maps the value to the indication, so the scatter has the unit of the indication. */
    readonly minimisesIndication: boolean;
    readonly shape: (
      points: { readonly measured: Float64Array; readonly reference: Float64Array },
      plan: SearchPlan
    ) => SearchedShape;
    /** Start values of the search; none if only the user can give them. Guesses that are not finite are ignored. */
    readonly guesses: (input: GuessInput) => Float64Array[];
  };

/** A curve through the points themselves. */
export type ThroughPointsModel = Described & Evaluated & { readonly kind: 'through_points' };

export type CorrectionModel = PowersModel | SearchedModel | ThroughPointsModel;
