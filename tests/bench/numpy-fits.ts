import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Medians in milliseconds of the same work in numpy and scipy. */
export type NumpyTimes = {
  readonly versions: string;
  readonly line: number;
  readonly long: number;
  readonly cubic: number;
  readonly trials: number;
};

/** Null where Python, numpy or scipy is not installed: the bench says so. */
export async function numpyTimes(): Promise<NumpyTimes | null> {
  try {
    const { stdout } = await promisify(execFile)('python3', [join(import.meta.dirname, 'numpy_fits.py')], {
      timeout: 120_000,
      // One thread, like the one that it is compared with.
      env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' }
    });
    return JSON.parse(stdout) as NumpyTimes;
  } catch {
    return null;
  }
}
