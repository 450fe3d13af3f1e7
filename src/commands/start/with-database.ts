import { parseConfig } from '#lib/server/config.ts';
import { completeConfig, type Completed } from './complete-config.ts';

/**
 * Does the work of a command that ends, on the database of the installation. With DATABASE_URL it may run beside the app; an
 * embedded database is started for it, and stopped after it.
 * @param say is told what takes long.
 * @param keyIsLost makes a new secret key beside a database that is sealed with another one.
 * @throws ConfigurationError, and whatever the work throws.
 */
export async function withDatabase(
  say: (line: string) => void,
  work: (config: Completed['config']) => Promise<void>,
  { keyIsLost = false } = {}
): Promise<void> {
  const { config, stop } = await completeConfig(parseConfig(process.env), say, undefined, keyIsLost);
  try {
    await work(config);
  } finally {
    await stop();
  }
}
