import { log } from '../distributions/elementary.ts';
import { formulaModel } from './formula-model.ts';
import { solve } from './least-squares-guess.ts';

const KELVIN = '1 / (c0 + c1 * ln(y) + c2 * ln(y)^3)';

/**
 * The temperature of a thermistor of resistance y: 1/T = c0 + c1 ln y + c2 (ln y)³ in kelvin, minus `center`.
 * Source: Steinhart and Hart, Deep-Sea Research 15 (1968) 497–503.
 */
export const steinhart_hart = formulaModel({
  formula: '1/T = c0 + c1·ln y + c2·(ln y)³',
  statedFormula: '1/T = A + B·ln R + C·(ln R)³',
  text: ({ center = 0 }) => (center === 0 ? KELVIN : `${KELVIN} - ${center}`),
  coefficients: () => [{ symbol: 'A' }, { symbol: 'B' }, { symbol: 'C' }],
  needsPositiveReadings: true,
  temperatures: 'absolute',
  guesses: ({ argument, response, plan }) => {
    const l = argument.map(log);
    return [
      solve(
        [argument.map(() => 1), l, l.map((value) => value * value * value)],
        response.map((t) => 1 / (t + plan.kelvinAtZero))
      )
    ];
  }
});
