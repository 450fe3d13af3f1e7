import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'minio';
import type { S3StoreOptions } from '#lib/server/storage/s3-store.ts';

const run = promisify(execFile);
const PROGRAMS = [
  'swift-proxy-server',
  'swift-account-server',
  'swift-container-server',
  'swift-object-server',
  'memcached'
];

/** A real S3 service for tests: OpenStack Swift with its S3 door. */
export type SwiftServer = {
  /** A new bucket, and what a store needs to use it. */
  makeBucket(name: string): Promise<Omit<S3StoreOptions, 'now'>>;
  stop(): Promise<void>;
};

/** What must be installed for `startSwift`, as Debian names it. */
export const SWIFT_PACKAGES = 'swift-proxy swift-account swift-container swift-object memcached';
export const swiftIsInstalled = (): boolean => PROGRAMS.every((program) => existsSync(`/usr/bin/${program}`));

/** Starts Swift with one disk in its own folder; ready within some seconds. */
export async function startSwift(): Promise<SwiftServer> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-swift-'));
  await mkdir(join(folder, 'disk', 'd1'), { recursive: true });
  const [cache = 0, account = 0, container = 0, object = 0, proxy = 0] = await freePorts(5);
  const ports = { account, container, object };
  for (const [name, port] of Object.entries(ports)) {
    await makeRing(folder, name, port);
    await writeFile(join(folder, `${name}.conf`), storageConfiguration(folder, name, port));
  }
  await writeFile(join(folder, 'proxy.conf'), proxyConfiguration(folder, proxy, cache));
  const children = [
    start('memcached', ['-p', String(cache), '-l', '127.0.0.1', '-u', userInfo().username]),
    ...Object.keys(ports).map((name) => start(`swift-${name}-server`, [join(folder, `${name}.conf`)])),
    start('swift-proxy-server', [join(folder, 'proxy.conf')])
  ];
  const stop = async () => {
    await Promise.all(children.map(end));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const endpoint = `http://127.0.0.1:${proxy}`;
  try {
    for (const port of Object.values(ports)) await answering(`http://127.0.0.1:${port}/healthcheck`);
    await answering(`${endpoint}/healthcheck`);
  } catch (error) {
    await stop();
    throw error;
  }
  const access = { region: 'us-east-1', accessKey: 'test:tester', secretKey: 'testing' };
  return {
    stop,
    makeBucket: async (bucket) => {
      await new Client({ endPoint: '127.0.0.1', port: proxy, useSSL: false, ...access }).makeBucket(
        bucket,
        access.region
      );
      return { endpoint, bucket, ...access };
    }
  };
}

async function makeRing(folder: string, name: string, port: number): Promise<void> {
  const builder = join(folder, `${name}.builder`);
  await run('swift-ring-builder', [builder, 'create', '4', '1', '0']);
  await run('swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${port}/d1`, '1']);
  await run('swift-ring-builder', [builder, 'rebalance']);
}

const common = (folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/disk
mount_check = false
disable_fallocate = true
`;

const storageConfiguration = (folder: string, name: string, port: number): string => `${common(folder, port)}
[pipeline:main]
pipeline = healthcheck ${name}-server
[filter:healthcheck]
use = egg:swift#healthcheck
[app:${name}-server]
use = egg:swift#${name}
`;

const proxyConfiguration = (folder: string, port: number, cache: number): string => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cache}
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
${['catch_errors', 'gatekeeper', 'healthcheck', 'listing_formats', 'copy', 'slo', 'dlo'].map((name) => `[filter:${name}]\nuse = egg:swift#${name}`).join('\n')}
`;

function start(program: string, args: readonly string[]): ChildProcess {
  return spawn(program, [...args], { stdio: 'ignore' });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

async function answering(url: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Nothing answers at ${url}`);
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) => {
          server.listen(0, '127.0.0.1', () => {
            const address = server.address();
            resolve(typeof address === 'object' && address ? address.port : 0);
          });
        })
    )
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
