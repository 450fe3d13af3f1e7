/** The thread that checks large bodies: valid ones are returned as text, which is quick to parse. */
import { parentPort } from 'node:worker_threads';
import { InvalidInput } from '#lib/laboratory/refusal.ts';
import { readWhole } from './large-bodies.ts';
import type { BodyRead, BodyToRead } from './start-reading.ts';

parentPort?.on('message', ({ number, name, text }: BodyToRead) => {
  const [read, moved] = attempt({ number, name, text });
  parentPort?.postMessage(read, moved);
});

function attempt({ number, name, text }: BodyToRead): [BodyRead, ArrayBuffer[]] {
  try {
    const checked = new TextEncoder().encode(JSON.stringify(readWhole(name, text)));
    return [{ number, text: checked }, [checked.buffer]];
  } catch (thrown) {
    if (thrown instanceof InvalidInput) return [{ number, faults: thrown.faults }, []];
    return [{ number, failure: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) }, []];
  }
}
