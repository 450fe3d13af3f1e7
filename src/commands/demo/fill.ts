import type { AnalysisResult } from '#lib/metrology/types.ts';
import type { Calibration } from '#lib/contracts/calibrations.ts';
import type { Author, Doors } from '#lib/demonstration/doors.ts';
import { fillLaboratory as fill } from '#lib/demonstration/fill.ts';
import { unlessThere, type ApiClient } from './client.ts';
import { withoutNotices } from './notices.ts';
import { stableId } from './stable-id.ts';
import { ensureAsset, ensureLocation, ensureOrganization, ensurePeople, signInManager } from './staff.ts';

/** Fills the demonstration laboratory through the public API, as its users would. Running it again adds no duplicates. */
export async function fillLaboratory(baseUrl: string, say: (line: string) => void): Promise<void> {
  const manager = await signInManager(baseUrl);
  const organization = await ensureOrganization(manager);
  const technicians = await ensurePeople(manager, organization.id, baseUrl);
  const recorded = await fill(doorsOf(manager, technicians, organization.id, say));
  say(`${recorded} calibrations recorded`);
}

function doorsOf(
  manager: ApiClient,
  technicians: readonly ApiClient[],
  organizationId: string,
  say: (line: string) => void
): Doors {
  const author = (by: Author): ApiClient => (by === 'manager' ? manager : (technicians[by] ?? manager));
  return {
    today: new Date().toISOString().slice(0, 10),
    technicians: technicians.length,
    location: async (name, lab) => (await ensureLocation(manager, organizationId, name, lab)).id,
    asset: (body) => ensureAsset(manager, organizationId, body),
    analyze: (request) => manager.post<AnalysisResult>('/calibrations/analyze', request),
    // Under an id that follows from its name: a second run is a duplicate, not a second calibration.
    record: async (by, name, body) => {
      const id = await stableId(name);
      await unlessThere(['id_reused'], () => author(by).post<Calibration>('/calibrations', { id, ...body }));
      return id;
    },
    voidCalibration: async (id, reason) => {
      await unlessThere(['already_voided'], () => manager.delete(`/calibrations/${id}`, { reason }));
    },
    retire: async (id) => {
      await manager.delete(`/assets/${id}`);
    },
    takeOutOfService: async (id, reason) => {
      await manager.post(`/assets/${id}/out-of-service`, { reason });
    },
    progress: (what) => Promise.resolve(say(what)),
    quietly: (act) => withoutNotices([manager, ...technicians], act)
  };
}
