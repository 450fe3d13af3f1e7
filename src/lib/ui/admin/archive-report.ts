import type { LongOperation } from '#lib/contracts/long-work.ts';

export type MadeAnew = {
  readonly signingKeys: number;
  readonly secondFactors: number;
  readonly webhooks: number;
  readonly mailPassword: boolean;
};
/** The key that was typed, or to go without it. */
export type SecretsChoice = { way: 'key' | 'retire'; key: string };
export const isComplete = ({ way, key }: SecretsChoice): boolean =>
  way === 'retire' || /^[0-9a-f]{64}$/i.test(key.trim());

/** What an archive of the whole installation brings, as its check says. */
export type ArchiveFacts = {
  readonly exportedAt: string;
  /** The address of the installation that it is from. */
  readonly origin: string;
  readonly counts: Readonly<Record<'organizations' | 'people' | 'assets' | 'calibrations' | 'objects', number>>;
  /** An earlier version of Plumbline wrote it. */
  readonly isOlder: boolean;
  /** Files that were lost already when it was made. */
  readonly missing: number;
  /** Whoever checked it can go on working after the import. */
  readonly keepsOwnAccount: boolean;
  /** What has to be made anew without the SECRET_KEY that it was encrypted with; null where that is the one of here. */
  readonly foreign: MadeAnew | null;
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
    isOlder: result['is_older'] === true,
    missing: count('missing'),
    keepsOwnAccount: result['keeps_own_account'] === true,
    foreign: result['secret_key'] === 'other' ? madeAnew(result['made_anew']) : null,
    superadmins: Array.isArray(result['superadmins']) ? (result['superadmins'] as readonly string[]) : []
  };
}

function madeAnew(given: unknown): MadeAnew {
  const counts = (given ?? {}) as Readonly<Record<string, unknown>>;
  return {
    signingKeys: Number(counts['signing_keys'] ?? 0),
    secondFactors: Number(counts['second_factors'] ?? 0),
    webhooks: Number(counts['webhooks'] ?? 0),
    mailPassword: counts['mail_password'] === true
  };
}
