import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second for programs, whatever the kernel does (man 5 proc, fields 14 and 15). */
const TICK_MS = 10;

/** For how many milliseconds the processor has worked for this thread; for the whole process, where the system does not say. */
export function threadMilliseconds(): number {
  try {
    const stat = readFileSync('/proc/thread-self/stat', 'latin1');
    // The name of the program, in parentheses, may have spaces; after it come the state and ten more fields.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}
