import type { ArchivedFile } from '#lib/contracts/archive.ts';
import type { Finding } from '#lib/contracts/exchange.ts';
import type { ZipEntry } from '#lib/server/archive/zip-entries.ts';
import { errorFinding, warningFinding, type IncomingFile } from '../../incoming.ts';
import type { Listed } from './manifest.ts';

type Found = { readonly files: readonly IncomingFile[]; readonly findings: readonly Finding[] };

/** Finds the bytes of each file of a record by their hash, and says which files are missing or named by no record. */
export function filesOf(
  listed: Listed,
  path: string,
  records: readonly ArchivedFile[],
  entries: readonly ZipEntry[]
): Found {
  const byHash = new Map(entries.map((entry) => [listed.sha256(entry), entry]));
  const files: IncomingFile[] = [];
  const findings: Finding[] = [];
  for (const record of records) {
    const entry = byHash.get(record.sha256);
    if (entry?.size !== record.bytes)
      findings.push(warningFinding('file_missing', [path, 'files'], `The file ${record.name} is not in the archive.`));
    else files.push({ path: entry.name, record, read: () => listed.bytes(entry) });
  }
  const named = new Set(records.map(({ sha256 }) => sha256));
  for (const entry of entries) {
    const sha256 = listed.sha256(entry);
    // Equal files are in a folder once.
    if (sha256 === null || !named.has(sha256) || byHash.get(sha256) !== entry)
      findings.push(errorFinding('file_unknown', [entry.name], 'No record names this file.'));
  }
  return { files, findings };
}
