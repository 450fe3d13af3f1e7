import { AnalysisRefusal } from '../refusal.ts';

/** What can be wrong with the text of a formula. */
export const FORMULA_FAULTS = [
  'variable_missing',
  'parameter_missing',
  'too_many_parameters',
  'too_deep',
  'too_long',
  'ends_early',
  'out_of_place',
  'ambiguous_log',
  'unknown_function',
  'unknown_sign'
] as const;
export type FormulaFaultReason = (typeof FORMULA_FAULTS)[number];

/**
 * The refusal `bad_expression` with what a screen needs to show it in the reader's language: the reason, the position
 * (characters from 0, null for the whole text) and the wrong part of the text.
 */
export class FormulaFault extends AnalysisRefusal {
  constructor(
    readonly reason: FormulaFaultReason,
    message: string,
    readonly at: number | null = null,
    readonly part = ''
  ) {
    super(
      'bad_expression',
      ['fit', 'expression'],
      at === null ? message : `${message.slice(0, -1)} (character ${at + 1}).`
    );
  }
}
