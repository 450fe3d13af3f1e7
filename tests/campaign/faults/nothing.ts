import { everywhere, over, type Fault } from '../fault.ts';

/** Nothing happens. Not drawn by a seed: asked for by its name, it shows that an installation works at all. */
export const nothing: Fault = { name: 'nothing', isPossible: everywhere, inflict: () => Promise.resolve(over) };
