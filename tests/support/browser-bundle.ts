import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { chromium, type Page } from 'playwright';
import { build } from 'vite';
import { chromiumPath } from './browser.ts';

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html' };
const PAGE =
  '<!doctype html><meta charset="utf-8"><title>bundle</title><script type="module" src="/bundle.js"></script>';

/** A module of ours, bundled as the app is, in a page of a real browser; served at a random port of this machine. */
export type BrowserBundle = {
  /** Opens a page in which the module has run. `cores` is the number of processors that the page sees. */
  readonly open: (cores?: number) => Promise<Page>;
  readonly close: () => Promise<void>;
};

/** @param entry a module below the project's root; what it needs of itself it puts on `globalThis`. */
export async function bundleInBrowser(entry: string): Promise<BrowserBundle> {
  const outDir = await mkdtemp(join(tmpdir(), 'plumbline-bundle-'));
  await build({
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      outDir,
      target: 'esnext',
      rollupOptions: { input: resolve(entry), output: { entryFileNames: 'bundle.js' } }
    }
  });
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const body = path === '/' ? Promise.resolve(Buffer.from(PAGE)) : readFile(join(outDir, path));
    body.then(
      (bytes) => response.writeHead(200, { 'content-type': TYPES[extname(path) || '.html'] }).end(bytes),
      () => response.writeHead(404).end()
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-background-networking']
  });
  return {
    open: async (cores) => {
      const page = await browser.newPage();
      if (cores !== undefined) {
        await page.addInitScript((count) => {
          Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => count });
        }, cores);
      }
      await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'load' });
      return page;
    },
    close: async () => {
      await browser.close();
      await new Promise((closed) => server.close(closed));
      await rm(outDir, { recursive: true, force: true });
    }
  };
}
