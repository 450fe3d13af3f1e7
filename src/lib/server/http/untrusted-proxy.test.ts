import pino from 'pino';
import { expect, test } from 'vitest';
import { watchForProxy } from './untrusted-proxy.ts';

function watching(trustedProxies: number) {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  return { lines, watch: watchForProxy(trustedProxies, log) };
}

test('a proxy that is not configured is named once, with what to set', () => {
  const { lines, watch } = watching(0);
  watch(new Headers({ accept: 'text/html' }));
  expect(lines).toEqual([]);
  for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP']) watch(new Headers({ [name]: '198.51.100.1' }));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('TRUSTED_PROXIES');
});

test('one that is configured is none to warn of', () => {
  const { lines, watch } = watching(1);
  watch(new Headers({ 'X-Forwarded-For': '198.51.100.1' }));
  expect(lines).toEqual([]);
});
