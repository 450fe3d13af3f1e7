/** The IndexedDB database of a user's data that exists only on this device. */
export const localDatabaseName = (userId: string): string => `plumbline-${userId}`;
