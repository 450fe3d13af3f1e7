/** A calibration and the one that its reference values came from; `null` where a laboratory outside is the end. */
export type Link = { readonly id: string; readonly rests_on_id: string | null; readonly depth: number };
export type VisibleLink = Link & { readonly hidden_between: number };

/**
 * Links among the calibrations that somebody may see: each leads to the next visible one and says how many were left out on the way.
 * Links that go round in a circle end after one round.
 */
export function linkVisible(links: readonly Link[], isVisible: (id: string) => boolean): Map<string, VisibleLink> {
  const restsOn = new Map(links.map(({ id, rests_on_id }) => [id, rests_on_id]));
  const visible = new Map<string, VisibleLink>();
  for (const link of links) {
    if (!isVisible(link.id)) continue;
    const passed = new Set<string>();
    let next = link.rests_on_id;
    while (next !== null && restsOn.has(next) && !isVisible(next) && !passed.has(next)) {
      passed.add(next);
      next = restsOn.get(next) ?? null;
    }
    const reached = next !== null && isVisible(next) ? next : null;
    visible.set(link.id, { ...link, rests_on_id: reached, hidden_between: passed.size });
  }
  return visible;
}
