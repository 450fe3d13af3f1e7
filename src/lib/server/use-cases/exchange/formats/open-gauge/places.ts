import type { ArchivedLocation, ArchivedProcedure } from '#lib/contracts/archive.ts';
import { gaugeId } from './identity.ts';
import type { OpenGauge } from '#lib/contracts/open-gauge.ts';

const AT = '2000-01-01T00:00:00.000Z';
const folded = (name: string): string => name.trim().toLowerCase();

/** The id of a location by its site and name; without a site it is at the top, without a name it is the site itself. */
export function locationIdOf(site: string | null | undefined, name: string | null | undefined): string | null {
  if (site) return name ? gaugeId('location', folded(site), folded(name)) : gaugeId('location', folded(site));
  return name ? gaugeId('location', folded(name)) : null;
}
export const procedureIdOf = (name: string | null | undefined): string | null =>
  name ? gaugeId('procedure', folded(name)) : null;

/** Locations and procedures that any asset of a file names, each once. */
export class Places {
  readonly #locations = new Map<string, ArchivedLocation>();
  readonly #procedures = new Map<string, ArchivedProcedure>();

  get locations(): readonly ArchivedLocation[] {
    return [...this.#locations.values()];
  }
  get procedures(): readonly ArchivedProcedure[] {
    return [...this.#procedures.values()];
  }

  add({ asset, sensor_channels, calibrations }: OpenGauge): void {
    this.#location(asset.site_name, null, false);
    this.#location(asset.site_name, asset.location_name, false);
    for (const one of calibrations ?? []) {
      this.#location(null, one.calibration_location_name, true);
      this.#procedure(one.internal_procedure_name);
    }
    for (const { calibration_method_name } of sensor_channels ?? []) this.#procedure(calibration_method_name);
  }

  #location(site: string | null | undefined, name: string | null | undefined, isLaboratory: boolean): void {
    const id = locationIdOf(site, name);
    const own = name || site;
    if (id === null || !own) return;
    const before = this.#locations.get(id);
    this.#locations.set(id, {
      id,
      name: before?.name ?? own.slice(0, 200),
      address: null,
      description: null,
      parent_id: before?.parent_id ?? (site && name ? locationIdOf(site, null) : null),
      is_calibration_lab: isLaboratory || before?.is_calibration_lab === true,
      common: false,
      created_at: AT,
      updated_at: AT
    });
  }

  #procedure(name: string | null | undefined): void {
    const id = procedureIdOf(name);
    if (id === null || !name || this.#procedures.has(id)) return;
    const isUsed = [...this.#procedures.values()].some(({ code }) => folded(code) === folded(name.slice(0, 50)));
    const contents = {
      code: isUsed ? `${name.slice(0, 40)} ${this.#procedures.size + 1}` : name.slice(0, 50),
      name: name.slice(0, 200),
      quantity: null,
      description: null,
      body: '',
      effective_from: AT.slice(0, 10),
      reference_class: null,
      environment: null,
      plan: null
    };
    this.#procedures.set(id, {
      ...contents,
      id,
      revision: 1,
      common: false,
      retired_at: null,
      created_at: AT,
      updated_at: AT,
      revisions: [{ ...contents, revision: 1, created_at: AT }]
    });
  }
}
