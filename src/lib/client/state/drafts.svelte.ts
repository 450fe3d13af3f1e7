/** Calibrations that are being typed, kept on this device at every change. */
import { device, type Device } from '../device.ts';
import type { Draft } from './draft.ts';

export type { Draft } from './draft.ts';

let all = $state.raw<readonly Draft[]>([]);

export const drafts = {
  /** Last saved first. */
  get all(): readonly Draft[] {
    return all;
  },
  async load<Form = unknown>(id: string): Promise<Draft<Form> | undefined> {
    const { local } = await device();
    return (await local.drafts.get(id)) as Draft<Form> | undefined;
  },
  /** Resolves when the draft is on the disk. */
  async save(draft: Draft): Promise<void> {
    const { local } = await device();
    await local.drafts.put(draft);
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
