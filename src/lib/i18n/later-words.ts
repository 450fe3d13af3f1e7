/** Words of screens that are not opened first: they stay out of what every page carries. */
import type { Language } from '#lib/contracts/primitives.ts';
import { byArea, type Dictionary } from './dictionary.ts';

export const LATER_AREAS = [
  'admin',
  'analysis',
  'audit',
  'bulk',
  'calendar',
  'calibrate',
  'exchange',
  'field',
  'files',
  'health',
  'model',
  'procedures',
  'recall',
  'scan',
  'stickers',
  'traceability',
  'views'
] as const;
export type LaterArea = (typeof LATER_AREAS)[number];

const files = import.meta.glob<Dictionary>(
  './{en,es,fr,de}/{admin,analysis,audit,bulk,calendar,calibrate,exchange,field,files,health,model,procedures,recall,scan,stickers,traceability,views}.json',
  {
    import: 'default'
  }
);

/** The messages of one area, under its name. */
export async function laterWords(language: Language, area: LaterArea): Promise<Dictionary> {
  const file = `./${language}/${area}.json`;
  const read = files[file];
  return read === undefined ? {} : byArea({ [file]: await read() });
}
