import { v7 as uuidV7 } from 'uuid';
import type { BulkChangeInput } from '#lib/contracts/asset-bulk.ts';

export type BulkForm = {
  moves: boolean;
  location_id: string;
  changes_procedure: boolean;
  procedure_id: string;
  changes_interval: boolean;
  days: number | null;
  months: number | null;
  tags_add: string;
  tags_remove: string;
  status: '' | 'active' | 'retired';
  reason: string;
};

export const emptyBulkForm = (): BulkForm => ({
  moves: false,
  location_id: '',
  changes_procedure: false,
  procedure_id: '',
  changes_interval: false,
  days: null,
  months: 12,
  tags_add: '',
  tags_remove: '',
  status: '',
  reason: ''
});

const tagsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
  )
];

/** What is sent of the form; null while it changes nothing. */
export function bulkChangeOf(form: BulkForm): BulkChangeInput | null {
  const [add, remove] = [tagsIn(form.tags_add), tagsIn(form.tags_remove)];
  const change: BulkChangeInput = {
    ...(form.moves && { location_id: form.location_id || null }),
    ...(form.changes_procedure && { procedure_id: form.procedure_id || null }),
    ...(form.changes_interval && intervalOf(form)),
    ...(add.length > 0 && { tags_add: add }),
    ...(remove.length > 0 && { tags_remove: remove }),
    ...(form.status !== '' && { status: form.status })
  };
  if (Object.keys(change).length === 0) return null;
  return form.reason.trim() === '' ? change : { ...change, reason: form.reason.trim() };
}

/** No interval is none of both; of two the server takes one for the other. */
function intervalOf({ days, months }: BulkForm): BulkChangeInput {
  if (days !== null) return { calibration_interval_days: days };
  if (months !== null) return { calibration_interval_months: months };
  return { calibration_interval_days: null, calibration_interval_months: null };
}

/** A request at a time, so that who waits sees how far it is and no request takes long. */
const CHUNK = 200;

export type BulkProgress = { readonly done: number; readonly changed: number };

/**
 * Sends a change for any number of assets, in parts; each part is made whole or not at all.
 * @param send one part; whatever it throws ends the rest
 * @param onprogress told after each part, so that what is done is known where a later part fails
 */
export async function sendInParts(
  refs: readonly string[],
  send: (refs: string[]) => Promise<{ readonly changed: number }>,
  onprogress: (progress: BulkProgress) => void
): Promise<void> {
  let changed = 0;
  for (let from = 0; from < refs.length; from += CHUNK) {
    const part = refs.slice(from, from + CHUNK);
    changed += (await send(part)).changed;
    onprogress({ done: from + part.length, changed });
  }
}

/** The keys of the parts of a change: when it is sent again because a part failed, the parts before it are not made twice. */
export class PartKeys {
  readonly #keys = new Map<string, string>();

  keyOf(refs: readonly string[], change: BulkChangeInput): string {
    const content = JSON.stringify([refs, change]);
    const key = this.#keys.get(content) ?? uuidV7();
    this.#keys.set(content, key);
    return key;
  }
  /** The change is made: the same one later is another one. */
  forget(): void {
    this.#keys.clear();
  }
}
