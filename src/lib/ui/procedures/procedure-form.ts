import type { z } from 'zod';
import type { createProcedureBody, Procedure, updateProcedureBody } from '#lib/contracts/procedures.ts';
import { ENVIRONMENT_QUANTITIES, type EnvironmentQuantity, type NominalPlan } from '#lib/records/nominal-plan.ts';
import { PROCEDURE } from '#lib/records/procedure.ts';
import { bodyOfForm, emptyForm, formOfRecord, inputFields, type FormOf } from '../form/record-form.ts';

export type PointForm = {
  key: number;
  nominal: number | null;
  kind: 'absolute' | 'percent_of_span';
  direction: 'up' | 'down' | '';
  repeats: number | null;
};
type LimitForm = { min: number | null; max: number | null };
export type ProcedureForm = FormOf<typeof PROCEDURE> & {
  limits: Record<EnvironmentQuantity, LimitForm>;
  points: PointForm[];
  plan_unit: string;
  runs: NominalPlan['runs'];
};

const NO_LIMIT: LimitForm = { min: null, max: null };

export const emptyProcedure = (organization_id: string): ProcedureForm => ({
  ...emptyForm(PROCEDURE),
  organization_id,
  limits: { temperature_c: NO_LIMIT, relative_humidity_percent: NO_LIMIT, pressure_kpa: NO_LIMIT },
  points: [],
  plan_unit: '',
  runs: 'both'
});

export const procedureFormOf = (procedure: Procedure): ProcedureForm => ({
  ...formOfRecord(PROCEDURE, procedure),
  // A change holds from the day on which it is made, unless its author says otherwise.
  effective_from: '',
  limits: {
    temperature_c: procedure.environment?.temperature_c ?? NO_LIMIT,
    relative_humidity_percent: procedure.environment?.relative_humidity_percent ?? NO_LIMIT,
    pressure_kpa: procedure.environment?.pressure_kpa ?? NO_LIMIT
  },
  points: (procedure.plan?.points ?? []).map((point, key) => ({ ...point, key, direction: point.direction ?? '' })),
  plan_unit: procedure.plan?.unit ?? '',
  runs: procedure.plan?.runs ?? 'both'
});

/** What an ordinary input is enough for; the others have their places in the form. */
export const DETAILS = inputFields(PROCEDURE, ['organization_id', 'body']);

export function procedureChanges(form: ProcedureForm): z.input<typeof updateProcedureBody> {
  const { effective_from, ...said } = bodyOfForm(PROCEDURE, form);
  return {
    ...said,
    ...(effective_from === '' ? {} : { effective_from }),
    environment: limitsOf(form),
    plan: planOf(form)
  };
}

export const newProcedureBody = (form: ProcedureForm): z.input<typeof createProcedureBody> => {
  const { code = '', name = '', ...rest } = procedureChanges(form);
  return { ...rest, code, name, organization_id: form.organization_id || null };
};

function limitsOf({ limits }: ProcedureForm): z.input<typeof updateProcedureBody>['environment'] {
  const set = ENVIRONMENT_QUANTITIES.filter((quantity) => {
    const { min, max } = limits[quantity];
    return min !== null || max !== null;
  });
  return set.length === 0 ? null : Object.fromEntries(set.map((quantity) => [quantity, { ...limits[quantity] }]));
}

function planOf({ points, plan_unit, runs }: ProcedureForm): z.input<typeof updateProcedureBody>['plan'] {
  const nominals = points.flatMap(({ nominal, kind, direction, repeats }) =>
    nominal === null ? [] : [{ nominal, kind, direction: direction || null, repeats: repeats ?? 1 }]
  );
  return nominals.length === 0 ? null : { unit: plan_unit.trim() || null, points: nominals, runs };
}
