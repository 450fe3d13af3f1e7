import { explain } from './explain.ts';

/** Runs a command to its end. What went wrong is explained on standard error, and the process then ends with 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    process.stderr.write(`${explain(thrown)}\n`);
    process.exitCode = 1;
  }
}
