/** What there is to know of a correction model. Each model is one file that says it, and table.ts lists them. */
import type { CurveFunction } from '../fit/curve-function.ts';
import type { WrittenFormula } from '../formula/write-formula.ts';

/** What a curve needs to be evaluated; types.ts adds the model that it belongs to. */
export type CurveParameters = {
  /** Constant term first, in the variable (y − center) / scale. */
  readonly coefficients: readonly number[];
  /** Of models of an absolute temperature, what is taken from kelvin: 273.15 where the reference is in °C, else 0. */
  readonly center?: number | undefined;
  readonly scale?: number | undefined;
  /** `rational`: degree of the numerator; the coefficients from there on are the denominator's, whose first one is 1. */
  readonly numerator?: number | undefined;
  /** `custom`: the formula, whose parameters the coefficients are. */
  readonly expression?: string | undefined;
  /** `interpolation`: the indications at which the coefficients are the values, rising. */
  readonly knots?: readonly number[] | undefined;
};

/** What a coefficient says where its symbol alone does not: a key below `analysis.coefficient` in the dictionaries. */
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
  /** As it stands in the formula: `c0`, `R0`, or the name that a formula of one's own gives. */
  readonly symbol: string;
  readonly role?: CoefficientRole;
  /** The power of the indication that it stands before. */
  readonly power?: number;
  /** Left out where the curve has no use for it. */
  readonly optional?: boolean;
};

/** How long a curve is, for models that leave it open. */
export type CurveShape = {
  readonly degree: number;
  readonly numerator: number;
  readonly denominator: number;
  /** Names in the formula of `custom`. */
  readonly parameters: readonly string[];
};

export type ModelOption = 'degree' | 'numerator' | 'denominator' | 'expression' | 'start';

/** What people are told and may choose. */
export type Described = {
  /** The formula with the names that start values have; empty where its hint in the dictionaries says it in words. */
  readonly formula: string;
  /** The same with the names that certificates give the coefficients, where these differ. */
  readonly statedFormula?: string;
  readonly coefficients: (shape: CurveShape) => readonly CoefficientName[];
  readonly options: readonly ModelOption[];
  /** Which methods of fitting apply. */
  readonly methods: 'all' | 'ols' | 'none';
  /** A logarithm or a broken power of the reading is taken, or it is a resistance. */
  readonly needsPositiveReadings?: true;
  /** The values are temperatures: counted from the ice point, or from absolute zero. */
  readonly temperatures?: 'celsius' | 'absolute';
};

/** What a stored curve is asked. Values and slopes are not finite outside the domain. */
export type Evaluated = {
  /** Whether the number of coefficients and the further fields are those of the model. */
  readonly isComplete: (curve: CurveParameters) => boolean;
  readonly value: (curve: CurveParameters, measured: number) => number;
  /** f′(y). */
  readonly slope: (curve: CurveParameters, measured: number) => number;
  /** ∂f/∂c_j, one number a coefficient. */
  readonly gradient: (curve: CurveParameters, measured: number) => number[];
  /** The equation as text that reads back and as LaTeX; null where a curve has none in the indication itself. */
  readonly write: (curve: CurveParameters) => WrittenFormula | null;
};

/** A sum of powers of the indication: solved by linear least squares. */
export type PowersModel = Described &
  Evaluated & {
    readonly kind: 'powers';
    /** y itself, y + c0, c1·y, or all powers up to the degree. */
    readonly terms: 'none' | 'constant' | 'slope' | 'all';
  };

/** Points as the search sees them: what the family maps, and to what. */
export type GuessInput = {
  readonly size: number;
  readonly argument: Float64Array;
  readonly response: Float64Array;
  readonly plan: SearchPlan;
};

/** What of the plan of a fit matters to the shape of a curve. */
export type SearchPlan = {
  readonly numerator: number;
  readonly denominator: number;
  readonly expression: string;
  readonly kelvinAtZero: number;
};

/** A searched model made ready for the points. */
export type SearchedShape = {
  readonly size: number;
  readonly family: CurveFunction;
  readonly curve: Omit<CurveParameters, 'coefficients'>;
  /** Whether such a curve would be broken between the points; null where it cannot be. */
  readonly broken: ((coefficients: Float64Array) => boolean) | null;
};

/** A curve whose coefficients are searched for. */
export type SearchedModel = Described &
  Evaluated & {
    readonly kind: 'searched';
    /** Whether the family maps the value to the indication, so that the scatter is in the unit of the indication. */
    readonly minimisesIndication: boolean;
    readonly shape: (
      points: { readonly measured: Float64Array; readonly reference: Float64Array },
      plan: SearchPlan
    ) => SearchedShape;
    /** Where the search begins; none where only the user can know. Guesses that are not finite are left out. */
    readonly guesses: (given: GuessInput) => Float64Array[];
  };

/** A curve through the points themselves. */
export type ThroughPointsModel = Described & Evaluated & { readonly kind: 'through_points' };

export type CorrectionModel = PowersModel | SearchedModel | ThroughPointsModel;
