import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startSwift,
  SWIFT_PACKAGES,
  type SwiftServer,
  swiftIsInstalled
} from '../../../../tests/support/swift-server.ts';
import { folderStore } from './folder-store.ts';
import { contentDisposition, type ObjectStore } from './object-store.ts';
import { s3Store } from './s3-store.ts';
import { verifySignedPath } from './signed-path.ts';

type Surroundings = {
  readonly store: ObjectStore;
  readonly brokenStore: ObjectStore;
  /** Goes as far as the clock of the service that checks links allows. */
  readonly setClock: (now: Date) => void;
  stop(): Promise<void>;
};

/** What both stores promise; `surround` gives a fresh store and one that cannot work. */
function keepsItsPromises(surround: () => Promise<Surroundings>): void {
  let all: Surroundings;
  const key = () => `certificates/${randomBytes(8).toString('hex')}/a.pdf`;
  const body = randomBytes(200_000);
  const contentType = 'application/pdf';
  const link = { expiresIn: 3600, filename: 'Prüfschein "1".pdf', contentType };

  beforeAll(async () => {
    all = await surround();
  }, 60_000);
  afterAll(() => all.stop());

  it('gives back what was put, whole', async () => {
    const at = key();
    await all.store.put(at, body, { contentType });
    const found = await all.store.get(at);
    expect(found?.size).toBe(body.length);
    expect(found && Buffer.compare(await buffer(found.stream), body)).toBe(0);
    expect(await all.store.head(at)).toEqual({ size: body.length });
  });

  it('replaces an object as a whole, and keeps an empty one', async () => {
    const at = key();
    await all.store.put(at, body, { contentType });
    await all.store.put(at, new Uint8Array(), { contentType });
    expect(await all.store.head(at)).toEqual({ size: 0 });
    const found = await all.store.get(at);
    expect(found && (await buffer(found.stream)).length).toBe(0);
  });

  it('has nothing where nothing was put or where it was deleted', async () => {
    const at = key();
    expect(await all.store.get(at)).toBeNull();
    expect(await all.store.head(at)).toBeNull();
    await all.store.put(at, body, { contentType });
    await all.store.delete(at);
    await all.store.delete(at);
    expect(await all.store.head(at)).toBeNull();
  });

  it('lists what was stored before an instant, below a prefix', async () => {
    const at = key();
    await all.store.put(at, body, { contentType });
    const listed = async (prefix: string, before: Date) => {
      const found: string[] = [];
      for await (const one of all.store.list(prefix, before)) found.push(one);
      return found;
    };
    const [hour, epoch] = [new Date(Date.now() + 3_600_000), new Date(0)];
    expect(await listed('certificates/', hour)).toContain(at);
    expect(await listed('elsewhere/', hour)).toEqual([]);
    expect(await listed('certificates/', epoch)).toEqual([]);
  });

  it.each(['../up', '/root', 'a/../b', 'a//b', 'A', 'a\\b', ''])('refuses %j, which is no key', async (bad) => {
    await expect(all.store.put(bad, body, { contentType })).rejects.toThrow('Not a key');
    await expect(all.store.get(bad)).rejects.toThrow('Not a key');
    await expect(all.store.presign(bad, link)).rejects.toThrow('Not a key');
  });

  it('makes a link by which anyone downloads the object under its name', async () => {
    const at = key();
    await all.store.put(at, body, { contentType });
    all.setClock(new Date());
    const { url, expiresAt } = await all.store.presign(at, link);
    expect(Math.abs(expiresAt.getTime() - Date.now() - 3_600_000)).toBeLessThan(5000);
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(contentDisposition(link.filename));
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), body)).toBe(0);
  });

  it('makes no link that works for another object or after it has expired', async () => {
    const [at, other] = [key(), key()];
    await all.store.put(at, body, { contentType });
    await all.store.put(other, body, { contentType });
    all.setClock(new Date());
    const { url } = await all.store.presign(at, link);
    expect((await fetch(url.replace(at, other))).status).toBe(403);
    all.setClock(new Date(Date.now() - 7_200_000));
    const expired = await all.store.presign(at, link);
    expect((await fetch(expired.url)).status).toBe(403);
  });

  it('says whether it can work', async () => {
    await expect(all.store.check()).resolves.toBeUndefined();
    await expect(all.brokenStore.check()).rejects.toThrow();
  });
}

describe('the folder store', () => {
  keepsItsPromises(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plumbline-store-'));
    const secretKey = randomBytes(32);
    let clock = new Date();
    const server = createServer((request, response) => {
      const allowed = verifySignedPath(new URL(request.url ?? '/', 'http://localhost'), { secretKey }, new Date());
      if (allowed === null) return void response.writeHead(403).end();
      void store.get(allowed.key).then((found) => {
        response.writeHead(200, {
          'content-type': allowed.contentType,
          'content-disposition': contentDisposition(allowed.filename)
        });
        (found?.stream ?? Readable.from([])).pipe(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const store = folderStore({ folder, origin, secretKey, now: () => clock });
    const file = join(folder, 'file');
    await writeFile(file, '');
    return {
      store,
      brokenStore: folderStore({ folder: join(file, 'below'), origin, secretKey, now: () => clock }),
      setClock: (now) => (clock = now),
      async stop() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        const left = (await readdir(folder, { recursive: true })).filter((name) => name.includes('.part'));
        await rm(folder, { recursive: true });
        expect(left).toEqual([]);
      }
    };
  });
});

const AGAINST_SWIFT = swiftIsInstalled()
  ? 'against Swift'
  : `against Swift (NOT RUN: apt-get install ${SWIFT_PACKAGES})`;

describe.runIf(swiftIsInstalled())(`the S3 store ${AGAINST_SWIFT}`, () => {
  keepsItsPromises(async () => {
    const swift: SwiftServer = await startSwift();
    let clock = new Date();
    const options = { ...(await swift.makeBucket('plumbline')), now: () => clock };
    return {
      store: s3Store(options),
      brokenStore: s3Store({ ...options, secretKey: 'wrong' }),
      setClock: (now) => (clock = now),
      stop: swift.stop
    };
  });
});
