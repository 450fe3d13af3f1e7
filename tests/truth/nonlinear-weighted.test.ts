import { expect, test } from 'vitest';
import { analyze } from '#lib/metrology/analyze.ts';
import { casesFor } from './readers.ts';
import { expectClose, truthCase } from './truth-case.ts';

type Case = {
  inputs: { x: number[]; y: number[]; u_y: number[]; start: number[]; model: string; uncertainty_mode: string };
  expected: { computed: { parameters: number[]; u: number[]; covariance?: number[][] } };
};
const pointsOf = ({ inputs }: Case) =>
  inputs.x.map((measured, i) => ({ measured, reference: inputs.y[i] ?? 0, u_reference: inputs.u_y[i] }));

test.each(casesFor<Case>('nonlinear-weighted'))('$id: a typed formula with weights agrees', ({ truth }) => {
  const { model: expression, start, uncertainty_mode: mode } = truth.inputs;
  const covariance = mode.startsWith('known') ? 'known' : 'scatter';
  const { fit } = analyze({
    points: pointsOf(truth),
    fit: { model: 'custom', expression, start, method: 'wls', covariance },
    uncertainty: {}
  });
  const { parameters, u, covariance: matrix = [] } = truth.expected.computed;
  parameters.forEach((value, j) => expectClose(fit.coefficients[j], value, 1e-10));
  u.forEach((value, j) => expectClose(fit.standard_errors?.[j], value, 1e-9));
  matrix.forEach((row, i) => row.forEach((value, j) => expectClose(fit.covariance?.[i]?.[j], value, 1e-9)));
});

test('G_leak_standard_decay_weighted: the model of an exponential finds the same from its own guess', () => {
  const truth = truthCase<Case>('G_leak_standard_decay_weighted');
  const fit = analyze({
    points: pointsOf(truth),
    fit: { model: 'exponential', method: 'wls', covariance: 'scatter' },
    uncertainty: {}
  }).fit;
  const [a = 0, b = 0] = truth.expected.computed.parameters;
  expectClose(fit.coefficients[0], a, 1e-10);
  expectClose(fit.coefficients[1], -b, 1e-10);
  expect(fit.covariance_kind).toBe('scatter');
});
