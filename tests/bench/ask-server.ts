/** A server under measurement as others see it: how long they wait, and how much memory it takes. */
import { readFile } from 'node:fs/promises';
import { apiOf, type Api } from '../support/api.ts';
import { makeDataDir, startServer, type RunningServer } from '../support/server.ts';

/** Measures a server of its own, which is gone afterwards. */
export async function onServer<T>(measure: (server: RunningServer, dataDir: string) => Promise<T>): Promise<T> {
  const data = await makeDataDir();
  const server = await startServer({ dataDir: data.path });
  try {
    return await measure(server, data.path);
  } finally {
    await server.stop();
    await data.remove();
  }
}

type Asked = Pick<RunningServer, 'baseUrl' | 'pid'>;

const PERSON = { email: 'bench@example.org', password: 'a plumb line hangs true', full_name: 'Bench Person' };

/** The instance's first person, and with it superadmin. */
export async function signInFirst(baseUrl: string): Promise<{ readonly api: Api; readonly token: string }> {
  const { full_name, ...credentials } = PERSON;
  await apiOf(null, baseUrl)('POST', '/auth/register', { ...credentials, full_name });
  const { body } = await apiOf(null, baseUrl)<{ access_token: string }>('POST', '/auth/login', credentials);
  return { api: apiOf(body.access_token, baseUrl), token: body.access_token };
}

/**
 * The longest that the thread which answers requests kept to one thing while `work` went on, in milliseconds of its processor time: what
 * a machine that is busy otherwise does not lengthen. Requests that need nothing are sent all the while; while one waits, whatever
 * that thread computes is what it waits for.
 */
export async function longestPause({ baseUrl, pid }: Asked, work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let longest = 0;
  const probing = (async () => {
    while (!isOver) {
      const begun = await processorMs(pid);
      await askLive(baseUrl).catch(() => askLive(baseUrl));
      longest = Math.max(longest, (await processorMs(pid)) - begun);
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await probing;
  }
  return longest;
}

/** Of the first thread of a process, which answers its requests. */
async function processorMs(pid: number): Promise<number> {
  const [nanoseconds] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')).split(' ');
  return Number(nanoseconds) / 1e6;
}

/** A kept connection may end just when it is used; a server that has ended fails twice. */
const askLive = async (baseUrl: string) => (await fetch(`${baseUrl}/health/live`)).arrayBuffer();

export async function peakMemoryKb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN);
}
