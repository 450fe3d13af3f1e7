/** The IndexedDB database of what this device alone knows of a user. */
export const localDatabaseName = (userId: string): string => `plumbline-${userId}`;
