import type { Chance } from './chance.ts';
import type { World } from './world.ts';

/** What takes the cause away again; for a fault that is over at once it does nothing. */
export type Cure = () => Promise<void>;

/** One kind of fault in the world around an installation. It stands in `faults/`, and has a line in `faults/all.ts`. */
export type Fault = {
  readonly name: string;
  /** Whether it can be done here; a campaign says what it leaves out. */
  readonly isPossible: (world: World) => boolean;
  /** Nobody may notice it: not one call fails. */
  readonly isUnnoticed?: boolean;
  /** It happens to a real browser: such a run always has one. */
  readonly needsTablet?: boolean;
  /** Does it. Everything that it chooses comes from `chance`. */
  readonly inflict: (world: World, chance: Chance) => Promise<Cure>;
};

export const over: Cure = () => Promise.resolve();
export const everywhere = () => true;
