/** Directions as spreadsheets write them, in the four languages. */
import type { Direction } from '../rows/form-rows.ts';

const WORDS: Readonly<Record<Direction, RegExp>> = {
  up: /^(u|up|upward|upscale|rising|increasing|inc|\+|1|↑|▲|auf|aufwärts|steigend|s|sube|subida|ascendente|creciente|m|montée|montant|croissant)$/,
  down: /^(d|down|downward|downscale|falling|decreasing|dec|-|−|-1|↓|▼|ab|abwärts|fallend|b|baja|bajada|descendente|decreciente|descente|descendant|décroissant)$/
};

/** The direction in a cell; null if there is none. */
export function directionFrom(cell: string): Direction | null {
  const word = cell.trim().toLowerCase();
  if (WORDS.up.test(word)) return 'up';
  return WORDS.down.test(word) ? 'down' : null;
}
