import type { Traceability, TracedCalibration } from '#lib/contracts/traceability.ts';

export type Branch = { readonly calibration: TracedCalibration; readonly below: readonly Branch[] };

/** The chain of each root towards the national standard: each calibration above the one it rests on. */
export function chainsOf({ root_ids, calibrations }: Traceability): readonly (readonly TracedCalibration[])[] {
  const byId = new Map(calibrations.map((calibration) => [calibration.id, calibration]));
  return root_ids.map((root) => {
    const chain = new Map<string, TracedCalibration>();
    for (let next = byId.get(root); next && !chain.has(next.id); next = byId.get(next.rests_on_id ?? ''))
      chain.set(next.id, next);
    return [...chain.values()];
  });
}

/** What rests on a calibration, as a tree; the calibration itself is not among it, even where its own chain leads back to it. */
export function branchesOf({ calibrations }: Traceability, rootId: string): readonly Branch[] {
  const restingOn = new Map<string, TracedCalibration[]>();
  for (const calibration of calibrations) {
    if (calibration.id === rootId) continue;
    const under = calibration.rests_on_id ?? rootId;
    const siblings = restingOn.get(under);
    if (siblings) siblings.push(calibration);
    else restingOn.set(under, [calibration]);
  }
  const below = (id: string): readonly Branch[] =>
    (restingOn.get(id) ?? []).map((calibration) => ({ calibration, below: below(calibration.id) }));
  return below(rootId);
}
