import { explain } from './explain.ts';

/** Runs a command to its end. An error is explained on standard error, and the process ends with exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    process.stderr.write(`${explain(thrown)}\n`);
    process.exitCode = 1;
  }
}
