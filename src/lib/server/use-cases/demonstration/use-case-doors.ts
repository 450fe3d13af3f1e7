import { v7 as uuidv7 } from 'uuid';
import { createAssetBody } from '#lib/contracts/assets.ts';
import { createCalibrationBody } from '#lib/contracts/calibrations.ts';
import { createLocationBody } from '#lib/contracts/locations.ts';
import type { Author, Doors } from '#lib/demonstration/doors.ts';
import { DEMONSTRATION_MANAGER, DEMONSTRATION_PROFILE, DEMONSTRATION_STAFF } from '#lib/demonstration/staff.ts';
import type { PersonActor } from '#lib/laboratory/actor.ts';
import { createAsset } from '#lib/server/use-cases/assets/create-asset.ts';
import { takeOutOfService } from '#lib/server/use-cases/assets/out-of-service.ts';
import { retireAsset } from '#lib/server/use-cases/assets/retire-asset.ts';
import { createCalibration } from '#lib/server/use-cases/calibrations/create-calibration.ts';
import { voidCalibration } from '#lib/server/use-cases/calibrations/void-calibration.ts';
import { createLocation } from '#lib/server/use-cases/locations/create-location.ts';
import type { Services } from '#lib/server/use-cases/services.ts';

type Given = {
  readonly organizationId: string;
  readonly staff: ReadonlyMap<string, PersonActor>;
  /** Says on each certificate that it is none. */
  readonly note: string;
  readonly progress: Doors['progress'];
};

/** The demonstration's staff at work through the use cases, under the rules that apply to everybody. */
export function useCaseDoors(services: Services, { organizationId, staff, note, progress }: Given): Doors {
  const named = (name: string): PersonActor => {
    const actor = staff.get(name);
    if (actor === undefined) throw new Error(`nobody of the demonstration is called ${name}`);
    return actor;
  };
  const manager = named(DEMONSTRATION_MANAGER.name);
  const technicians = DEMONSTRATION_STAFF.filter(({ role }) => role === 'technician').map(({ name }) => named(name));
  const author = (by: Author): PersonActor => (by === 'manager' ? manager : (technicians[by] ?? manager));
  const inOrganization = (id: string) => ({ ref: id, organizationId });
  return {
    today: services.today(),
    technicians: technicians.length,
    location: async (name, isLaboratory) => {
      const { address } = DEMONSTRATION_PROFILE;
      const body = { name, organization_id: organizationId, is_calibration_lab: isLaboratory, address };
      return (await createLocation(services, manager, createLocationBody.parse(body))).id;
    },
    asset: (body) =>
      createAsset(services, manager, createAssetBody.parse({ organization_id: organizationId, ...body })),
    analyze: (request) => services.analyses.analyze(request, { person: manager.userId }),
    record: async (by, _name, body) => {
      const parsed = createCalibrationBody.parse({ id: uuidv7(), notes: note, ...body });
      return (await createCalibration(services, author(by), parsed)).calibration.id;
    },
    voidCalibration: async (id, reason) => {
      await voidCalibration(services, manager, id, reason);
    },
    retire: async (id) => {
      await retireAsset(services, manager, inOrganization(id));
    },
    takeOutOfService: async (id, reason) => {
      await takeOutOfService(services, manager, inOrganization(id), { reason });
    },
    progress,
    // The demonstration notifies nobody of anything.
    quietly: (act) => act()
  };
}
