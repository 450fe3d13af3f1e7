import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { copyDataDir, STARTED } from './prepared-data-dir.ts';
import { databaseUrlOf, removeOldBuilds, startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the running app answers. */
    baseUrl: string;
    /** Its database, as the owner: for looking behind the curtain. */
    databaseUrl: string;
    /** Its data folder. */
    dataDir: string;
    /** The built app that it runs. */
    buildDir: string;
    /** The operator's commands of that build. */
    commandsDir: string;
    /** Its process. */
    serverPid: number;
  }
}

/** The built app, running as `npm start` runs it, for a whole test run. */
export default async function startApp(project: TestProject): Promise<() => Promise<void>> {
  await removeOldBuilds();
  const { path, remove } = await copyDataDir(STARTED);
  const server = await startServer({ dataDir: path, env: { LOG_LEVEL: 'info' } });
  project.provide('baseUrl', server.baseUrl);
  project.provide('databaseUrl', await databaseUrlOf(path));
  project.provide('dataDir', path);
  project.provide('buildDir', server.buildDir);
  project.provide('commandsDir', join(server.buildDir, 'commands'));
  project.provide('serverPid', server.pid);
  return async () => {
    const code = await server.stop();
    await remove();
    if (code !== 0) throw new Error(`the app ended with ${code}:\n${server.output().slice(-4000)}`);
  };
}
