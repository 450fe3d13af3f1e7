import type { LongOperation } from '#lib/contracts/long-work.ts';

type Missing = {
  readonly certificate_number: string | null;
  readonly asset_id: string;
  readonly reason: string;
};

/** So many of those that are missing are on the screen; the file itself names all. */
const MOST_SHOWN = 20;

/** What the result of a collection says: how many certificates it has, and which are missing. */
export function certificateFile({ result }: Pick<LongOperation, 'result'>): {
  readonly certificates: number;
  readonly format: string;
  readonly missing: readonly Missing[];
  /** How many are missing that are not named here. */
  readonly more: number;
} {
  const named = Array.isArray(result?.['left_out']) ? (result['left_out'] as readonly Missing[]) : [];
  const missing = named.slice(0, MOST_SHOWN);
  return {
    certificates: Number(result?.['certificates'] ?? 0),
    format: result?.['format'] === 'pdf' ? 'PDF' : 'ZIP',
    missing,
    more: Number(result?.['left_out_count'] ?? 0) - missing.length
  };
}
