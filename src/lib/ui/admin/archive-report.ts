import type { LongOperation } from '#lib/contracts/long-work.ts';

/** What an archive of the whole installation brings, as its check says. */
export type ArchiveFacts = {
  readonly exportedAt: string;
  /** The address of the installation that it is from. */
  readonly origin: string;
  readonly counts: Readonly<Record<'organizations' | 'people' | 'assets' | 'calibrations' | 'objects', number>>;
  /** Files that were lost already when it was made. */
  readonly missing: number;
  /** Whoever checked it can go on working after the import. */
  readonly keepsOwnAccount: boolean;
  /** Addresses of some who can sign in afterwards. */
  readonly superadmins: readonly string[];
};

/** Null where there is no result. */
export function archiveReport(operation: Pick<LongOperation, 'result'> | null): ArchiveFacts | null {
  const result = operation?.result ?? null;
  if (result === null) return null;
  const count = (name: string) => Number(result[name] ?? 0);
  const text = (name: string) => (typeof result[name] === 'string' ? result[name] : '');
  return {
    exportedAt: text('exported_at'),
    origin: text('origin'),
    counts: {
      organizations: count('organizations'),
      people: count('people'),
      assets: count('assets'),
      calibrations: count('calibrations'),
      objects: count('objects')
    },
    missing: count('missing'),
    keepsOwnAccount: result['keeps_own_account'] === true,
    superadmins: Array.isArray(result['superadmins']) ? (result['superadmins'] as readonly string[]) : []
  };
}
