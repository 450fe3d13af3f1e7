import { addDays } from '#lib/laboratory/calibration-status.ts';
import type { AnalysisRequest } from '#lib/metrology/types.ts';
import type { Doors, MadeAsset } from './doors.ts';
import type { PlannedAsset } from './plan.ts';
import { seededRandom } from './random.ts';
import { analysisOf, characterOf, simulateRun } from './simulate.ts';

/** Three years of calibrations of one asset or channel, each recorded by one of the technicians in turn. */
export async function fillHistory(
  doors: Doors,
  planned: PlannedAsset,
  asset: MadeAsset,
  channelId: string | null,
  position: number,
  laboratoryId: string,
  references: ReadonlyMap<string, MadeAsset>
): Promise<void> {
  const { family } = planned;
  const random = seededRandom(planned.seed + position * 7919);
  const character = characterOf(family, random);
  const reference = family.reference === null ? undefined : references.get(family.reference);
  for (const [turn, day] of planned.calibrations.entries()) {
    const isLast = turn === planned.calibrations.length - 1;
    const isFailing = planned.special === 'fails' || planned.special === 'fails_as_found';
    const fault = isLast && isFailing ? family.tolerance * 1.15 : 0;
    const years = (day - (planned.calibrations[0] ?? day)) / 365;
    const points = simulateRun(family, character, years, fault, random);
    const request: AnalysisRequest = analysisOf(family, points);
    if (planned.special === 'fails' && isLast && request.conformity) {
      Object.assign(request.conformity, { judge: 'as_found' });
    }
    const result = await doors.analyze(request);
    const author = turn % Math.max(1, doors.technicians);
    const id = await doors.record(author, `${planned.assetId} ${position} ${turn}`, {
      asset_ref: asset.id,
      channel_id: channelId,
      kind: reference ? 'internal' : 'external',
      calibration_date: addDays(doors.today, day),
      calibration_location_id: laboratoryId,
      ...(reference
        ? { reference_asset_id: reference.id }
        : { lab_name: 'Hydrolab Calibration Ltd', lab_certificate_number: `HC-${planned.serial}-${turn + 1}` }),
      environment: {
        temperature_c: Number((22 + random.normal() * 0.6).toFixed(1)),
        relative_humidity_percent: Math.round(46 + random.normal() * 4),
        pressure_kpa: Number((101 + random.normal() * 0.7).toFixed(1))
      },
      customer: { name: 'Northfield Process Ltd', address: 'Building C, Northfield NF2 7QD' },
      analysis: { request, result }
    });
    if (planned.special === 'one_voided' && turn === 1 && position === 0) {
      await doors.voidCalibration(id, 'Reference was read on the wrong channel');
    }
  }
}
