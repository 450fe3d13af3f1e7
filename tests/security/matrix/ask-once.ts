import type { Asked, Row } from './rows.ts';
import type { Caller, Place, World } from './world.ts';

/**
 * What rows ask about places, made once for all callers: a refusal leaves no trace and a reading changes nothing, so that the next
 * caller can ask the same. What a row asks takes longer to make (an asset with a calibration, a recall) than to be answered.
 */
export class AskedOnce {
  readonly #made = new Map<Row, Map<Place, Asked>>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async ask(row: Row, caller: Caller, place: Place): Promise<Asked> {
    const earlier = row.each ? undefined : this.#made.get(row)?.get(place);
    if (earlier !== undefined) return earlier;
    const asked = await row.ask(this.#world, place, caller);
    this.#made.set(row, (this.#made.get(row) ?? new Map<Place, Asked>()).set(place, asked));
    return asked;
  }

  /** The call was answered and has changed what it is about: the next caller asks about something new. */
  used(row: Row, place: Place): void {
    this.#made.get(row)?.delete(place);
  }
}
