/** Calibrations that are being typed, kept on this device at every change. */
import { device, type Device } from '../database/device.ts';
import { v7 as uuidV7 } from 'uuid';
import type { Draft } from '../database/draft.ts';

export type { Draft } from '../database/draft.ts';

/** This tab's name among those that write drafts. */
const TAB = uuidV7();

/** Another tab writes this draft now. */
export class DraftElsewhere extends Error {
  override readonly name = 'DraftElsewhere';
}

let all = $state.raw<readonly Draft[]>([]);
/** What is being typed somewhere; each stores it at once, and says whether there was something and it is kept. */
const typing = new Set<() => Promise<boolean>>();
const storing = new Set<Promise<unknown>>();

export const drafts = {
  /** Last saved first. */
  get all(): readonly Draft[] {
    return all;
  },
  async load<Form = unknown>(id: string): Promise<Draft<Form> | undefined> {
    const { local } = await device();
    return (await local.drafts.get(id)) as Draft<Form> | undefined;
  },
  /**
   * Resolves when the draft is on the disk.
   *
   * @throws DraftElsewhere where another tab has taken it: its numbers are not overwritten
   */
  async save(draft: Draft): Promise<void> {
    const stored = device().then(({ local }) =>
      local.transaction('rw', local.drafts, async () => {
        const holder = (await local.drafts.get(draft.id))?.holder;
        if (holder !== undefined && holder !== TAB) throw new DraftElsewhere(draft.id);
        await local.drafts.put({ ...draft, holder: TAB });
      })
    );
    storing.add(stored);
    try {
      await stored;
    } finally {
      storing.delete(stored);
    }
  },
  /** From now on this tab writes the draft, and no other. */
  async take(id: string): Promise<void> {
    const { local } = await device();
    await local.drafts.update(id, { holder: TAB });
  },
  /** For what is being typed, until the function that comes back is called. */
  whileTyping(keep: () => Promise<boolean>): () => void {
    typing.add(keep);
    return () => void typing.delete(keep);
  },
  /** Before the device is closed: resolves when all that is typed is on the disk. @returns whether something was, and is kept */
  async settle(): Promise<boolean> {
    const kept = await Promise.all([...typing].map((keep) => keep()));
    await Promise.allSettled(storing);
    return kept.length > 0 && kept.every(Boolean);
  },
  async remove(id: string): Promise<void> {
    const { local } = await device();
    await local.drafts.delete(id);
  }
};

/** Shows the drafts of a device; for the session. Answers how to end it. */
export async function followDrafts({ local }: Device): Promise<() => void> {
  const { watch } = await import('../database/watch.ts');
  const unwatch = watch(
    () => local.drafts.toArray(),
    (found) => (all = found.sort((a, b) => (a.saved_at < b.saved_at ? 1 : -1)))
  );
  return () => {
    unwatch();
    all = [];
  };
}
