import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Bodies } from './counted-network.ts';
import { medianTime } from './measure.ts';

/**
 * How long requests with bodies of these sizes take, one after another on a kept connection, to a server that does nothing else
 * (`bare-answers.ts`); in milliseconds.
 */
export async function bareRoundTrips(bodies: readonly Bodies[]): Promise<number> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'bare-answers.ts')], {
    stdio: ['ignore', 'pipe', 'inherit']
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const longest = Buffer.alloc(Math.max(...bodies.map(({ sent }) => sent)));
  const ask = async ({ sent, answered }: Bodies) => {
    const method = sent > 0 ? 'POST' : 'GET';
    const asked = request({ agent, host: '127.0.0.1', port: Number(said.toString()), method, path: `/${answered}` });
    asked.end(longest.subarray(0, sent));
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
  };
  try {
    return await medianTime(
      async () => {
        for (const one of bodies) await ask(one);
      },
      3,
      1
    );
  } finally {
    agent.destroy();
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  }
}
