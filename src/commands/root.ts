import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Folder of the installation: commands may be started from any folder, as sources and from the build. */
export const ROOT = folderOf('package.json', import.meta.dirname);

/** Folder of the build: the one that contains this command, or, if run from source, the latest. */
export const BUILD = existsSync(join(import.meta.dirname, '../handler.js'))
  ? dirname(import.meta.dirname)
  : resolve(ROOT, process.env['PLUMBLINE_BUILD'] ?? 'build');

function folderOf(file: string, from: string): string {
  if (existsSync(join(from, file))) return from;
  const above = dirname(from);
  if (above === from) throw new Error(`${file} is in no folder above ${import.meta.dirname}.`);
  return folderOf(file, above);
}
