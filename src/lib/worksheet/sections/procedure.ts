/** The procedure that is followed, in the revision shown to the author. */
import type { CreateCalibrationBody } from '#lib/contracts/calibrations.ts';
import type { Procedure } from '#lib/contracts/procedures.ts';
import type { EnvironmentLimits } from '#lib/records/nominal-plan.ts';
import type { KindFields } from './kind.ts';
import type { Section } from './section.ts';

/** The data taken from a procedure when it was chosen; a newer revision does not change it silently. */
export type ChosenProcedure = {
  readonly id: string;
  /** Null: the one in force, where a record names none. */
  readonly revision: number | null;
  readonly label: string;
  readonly environment: EnvironmentLimits | null;
};
export type ProcedureFields = { readonly procedure: ChosenProcedure | null };

export const choose = ({ id, revision, code, name, environment }: Procedure): ChosenProcedure => ({
  id,
  revision,
  label: `${code} ${name}`,
  environment
});

/** Another laboratory follows procedures of its own. */
export const procedure: Section<
  ProcedureFields,
  Pick<CreateCalibrationBody, 'procedure_id' | 'procedure_revision'>,
  ProcedureFields & Pick<KindFields, 'kind'>
> = {
  begin: ({ procedure: known }) => ({ procedure: known ? choose(known) : null }),
  toRequest: ({ procedure: chosen, kind }) => {
    if (chosen === null || kind === 'external') return {};
    const { id: procedure_id, revision } = chosen;
    return revision === null ? { procedure_id } : { procedure_id, procedure_revision: revision };
  },
  fromRequest: ({ procedure_id: id, procedure_revision: revision = null }, { procedure: known }) => {
    if (!id) return { procedure: null };
    if (known?.id === id && known.revision === revision) return { procedure: known };
    return { procedure: { id, revision, label: known?.id === id ? known.label : '', environment: null } };
  }
};
