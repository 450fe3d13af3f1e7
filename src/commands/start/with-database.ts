import { parseConfig } from '#lib/server/config.ts';
import { completeConfig, type Completed } from './complete-config.ts';

/**
 * Runs the work of a one-off command on the installation's database. With DATABASE_URL it may run beside the app; an
 * embedded database is started for it and stopped afterwards. @param say reports what takes long. @param keyIsLost
 * creates a new secret key even if the database is sealed with another one. @throws ConfigurationError, and whatever
 * the work throws.
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
