import { expect, it } from 'vitest';
import type { Procedure } from '#lib/contracts/procedures.ts';
import { emptyProcedure, newProcedureBody, procedureChanges, procedureFormOf } from './procedure-form.ts';

const procedure: Procedure = {
  id: 'p', organization_id: 'o', code: 'P-1', name: 'Comparison', quantity: 'temperature', description: null, body: '# Wait',
  revision: 3, effective_from: '2026-01-01', reference_class: 'A', retired_at: null,
  environment: { temperature_c: { min: 21, max: 25 }, pressure_kpa: { min: null, max: 110 } },
  plan: { unit: '°C', points: [{ nominal: 50, kind: 'percent_of_span', direction: 'up', repeats: 3 }], runs: 'as_found' },
  created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z'
}; // prettier-ignore

it('sends what it was filled from, and leaves the day to the server until somebody says one', () => {
  const { code, name, quantity, description, body, reference_class, environment, plan } = procedure;
  const said = { code, name, quantity, description, body, reference_class, environment, plan };
  expect(procedureChanges(procedureFormOf(procedure))).toEqual(said);
  expect(procedureChanges({ ...procedureFormOf(procedure), effective_from: '2027-01-01' })).toEqual({
    ...said,
    effective_from: '2027-01-01'
  });
});

it('has no limits and no plan where nothing is given, and no organization for those of all', () => {
  const form = { ...emptyProcedure(''), code: ' P-2 ', name: 'Other' };
  form.points = [{ key: 1, nominal: null, kind: 'absolute', direction: '', repeats: null }];
  expect(newProcedureBody(form)).toMatchObject({ code: 'P-2', environment: null, plan: null, organization_id: null });
});
