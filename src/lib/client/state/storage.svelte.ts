/** How much storage the browser grants, and whether it may clear it without asking. */
export type StorageFacts = { readonly usage: number; readonly quota: number; readonly persisted: boolean };

let facts = $state.raw<StorageFacts | null>(null);
let asked = false;

export const storageFacts = {
  get current(): StorageFacts | null {
    return facts;
  }
};

/** Reads the values again. */
export async function measureStorage(): Promise<void> {
  if (navigator.storage?.estimate === undefined) return;
  const [{ usage = 0, quota = 0 }, persisted] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted()
  ]);
  facts = { usage, quota, persisted };
}

/** At the first save: asks the browser not to clear what is unsent. */
export async function keepStorage(): Promise<void> {
  if (!asked && navigator.storage?.persist !== undefined) {
    asked = true;
    await navigator.storage.persist().catch(() => false);
  }
  await measureStorage();
}
