import { resolve } from 'node:path';
import { run, withFiles } from './outside-validators.ts';

export const TRUTH = resolve(import.meta.dirname, '../../../shared/truth/dcc');
const BATCH = 250;

/** Which of these documents `xmllint` does not find valid by PTB's schema, and what it says. */
export async function schemaFaults(documents: readonly string[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (let start = 0; start < documents.length; start += BATCH) {
    const batch = documents.slice(start, start + BATCH);
    const files = Object.fromEntries(batch.map((xml, index) => [`${start + index}.xml`, xml]));
    const said = await withFiles(files, (path) =>
      run('xmllint', [
        ...['--nonet', '--noout', '--schema', resolve(TRUTH, 'xsd/v3.3.0/dcc.xsd')],
        ...Object.keys(files).map(path)
      ])
    );
    if (said.code !== 0) faults.push(...said.output.split('\n').filter((line) => !/ validates$/u.test(line) && line));
  }
  return faults;
}
