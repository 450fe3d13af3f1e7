/** Calibrations that are being entered, saved on this device at every change. */
import { device, type Device } from '../database/device.ts';
import { v7 as uuidV7 } from 'uuid';
import { isOfCorrection, type Draft } from '../database/draft.ts';
import { writeFirst } from '../files/write-first.ts';
import { saveLocally } from './save-locally.ts';

export type { Draft } from '../database/draft.ts';

/** This tab's name among those that write drafts. */
const TAB = uuidV7();

/** Another tab writes this draft now. */
export class DraftElsewhere extends Error {
  override readonly name = 'DraftElsewhere';
}

const filesKey = (id: string) => `draft_files:${id}`;

let all = $state.raw<readonly Draft[]>([]);
/** Open input; each entry stores it at once, and returns whether there was any and it is kept. */
const typing = new Set<() => Promise<boolean>>();
const storing = new Set<Promise<unknown>>();

export const drafts = {
  /** Last saved first, without those of corrections. */
  get all(): readonly Draft[] {
    return all;
  },
  /** What is on its way to the disk is read, too. */
  async load<Form = unknown>(id: string): Promise<Draft<Form> | undefined> {
    const { local } = await device();
    await Promise.allSettled(storing);
    return (await local.drafts.get(id)) as Draft<Form> | undefined;
  },
  /**
   * Resolves when the draft is on the disk.
   *
   * @throws DraftElsewhere if another tab has taken it over: its numbers are not overwritten
   */
  async save(draft: Draft): Promise<void> {
    const stored = device().then(({ local }) =>
      writeFirst(() =>
        local.transaction('rw', local.drafts, async () => {
          const holder = (await local.drafts.get(draft.id))?.holder;
          if (holder !== undefined && holder !== TAB) throw new DraftElsewhere(draft.id);
          await local.drafts.put({ ...draft, holder: TAB });
        })
      )
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
    await writeFirst(() => local.drafts.update(id, { holder: TAB }));
  },
  /** Registers open input, until the returned function is called. */
  whileTyping(keep: () => Promise<boolean>): () => void {
    typing.add(keep);
    return () => void typing.delete(keep);
  },
  /**
   * Before the device is closed: resolves when all input is on the disk. @returns whether there was any, and it is kept
   */
  async settle(): Promise<boolean> {
    const kept = await Promise.all([...typing].map((keep) => keep()));
    await Promise.allSettled(storing);
    return kept.length > 0 && kept.every(Boolean);
  },
  async remove(id: string): Promise<void> {
    const { local } = await device();
    await local.transaction('rw', [local.drafts, local.settings], async () => {
      await local.drafts.delete(id);
      await local.settings.delete(filesKey(id));
    });
  },
  /** Files that were chosen for the calibration, apart from the draft, which is written at every key. */
  async files(id: string): Promise<readonly File[]> {
    const { local } = await device();
    return ((await local.settings.get(filesKey(id)))?.value ?? []) as readonly File[];
  },
  /** Resolves when these files, instead of those before, are on the disk. @throws SaveFailed */
  keepFiles: (id: string, files: readonly File[]): Promise<void> =>
    saveLocally(async ({ local }) => {
      await local.settings.put({ key: filesKey(id), value: files });
    })
};

/** Shows the drafts of a device; for the session. Returns a function that ends it. */
export async function followDrafts({ local }: Device): Promise<() => void> {
  const { watch } = await import('../database/watch.ts');
  const unwatch = watch(
    () => local.drafts.toArray(),
    (found) =>
      (all = found.filter((draft) => !isOfCorrection(draft)).sort((a, b) => (a.saved_at < b.saved_at ? 1 : -1)))
  );
  return () => {
    unwatch();
    all = [];
  };
}
