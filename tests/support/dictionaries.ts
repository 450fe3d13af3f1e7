import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Dictionary } from '#lib/i18n/dictionary.ts';

const FOLDER = 'src/lib/i18n';

/** The files with the words of one language, those of every page (`first`) included. */
export const wordFiles = (language: string): readonly string[] =>
  readdirSync(join(FOLDER, language), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => join(FOLDER, language, file));

/** The words of one file. */
export const readWords = (file: string): Dictionary => JSON.parse(readFileSync(file, 'utf8')) as Dictionary;

/** `src/lib/i18n/de/first/frame.json` has the words of the area `frame`. */
export const areaOf = (file: string): string => basename(file, '.json');
