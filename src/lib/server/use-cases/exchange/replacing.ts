import type { ArchivedCalibration } from '#lib/contracts/archive.ts';
import { warningFinding } from './incoming.ts';
import type { AssetFindings } from './findings.ts';
import type { Looking } from './plan.ts';

type Replacer = Pick<ArchivedCalibration, 'id' | 'channel_id' | 'replaces_calibration_id'>;
type Asked = { readonly by: Replacer; readonly other: string; readonly path: string };

const anotherLink = (path: string) =>
  warningFinding(
    'link_unknown',
    [path, 'replaces_calibration_id'],
    'The calibration that this replaces is not one of the same asset and channel, so the link to it is omitted.'
  );

/**
 * Which calibrations of an asset replace which. One of another asset or channel cannot be replaced, whatever an archive says: on the
 * pages of the other one it would look as if its certificate no longer counted.
 */
export class Replacing {
  readonly #channels = new Map<string, string | null>();
  readonly #asked: Asked[] = [];

  add({ id, channel_id, replaces_calibration_id: other }: Replacer, path: string): void {
    this.#channels.set(id, channel_id);
    if (other !== null) this.#asked.push({ by: { id, channel_id, replaces_calibration_id: other }, other, path });
  }

  /** @param versions the calibrations that the asset has here, by `channel:version` */
  judge(
    { ids, calibrations, unrelated }: Pick<Looking, 'ids' | 'calibrations' | 'unrelated'>,
    versions: ReadonlyMap<string, string>,
    findings: AssetFindings
  ): void {
    if (this.#asked.length === 0) return;
    const here = new Map([...versions].map(([key, id]) => [id, key.slice(0, key.indexOf(':'))]));
    for (const { by, other, path } of this.#asked) {
      const { id, channel_id: channel } = by;
      if (this.#channels.has(other) && this.#channels.get(other) === channel) continue;
      const channelHere = channel === null ? '' : (ids.get(channel) ?? channel);
      if (!this.#channels.has(other) && here.get(other) === channelHere) {
        calibrations.add(other, [path, 'replaces_calibration_id'], findings);
        continue;
      }
      unrelated.add(id);
      findings.add(anotherLink(path));
    }
  }
}
