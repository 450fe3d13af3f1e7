import { derivedId } from '../../derived-id.ts';

/** Open Gauge exports no ids: each is made of what its record is called, so that the same file read again has the same ones. */
export const gaugeId = (...names: readonly (string | number)[]): string =>
  derivedId('open-gauge', JSON.stringify(names));
