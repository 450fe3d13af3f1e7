import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { measureQueueWhenRead } from './measure-queue.ts';
import { metrics } from './metrics.ts';

const dashboard = z.object({
  templating: z.object({ list: z.array(z.object({ query: z.string() })) }),
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) }))
});
/** What Prometheus reads of a histogram. */
const PARTS = /_(bucket|count|sum)$/;
const NAME = /\b(?:plumbline|process|nodejs)_[a-z0-9_]+/g;

async function drawn(): Promise<ReadonlySet<string>> {
  const { panels, templating } = dashboard.parse(JSON.parse(await readFile('observability/grafana.json', 'utf8')));
  const asked = [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...templating.list.map((one) => one.query)
  ];
  expect(asked.length).toBeGreaterThan(15);
  return new Set(asked.flatMap((expression) => expression.match(NAME) ?? []));
}

measureQueueWhenRead(async () => ({ failed: 1, retrying: 0, running: 2, waiting: 3, oldest_seconds: 4.5 }));

test('the dashboard draws every metric of Plumbline, and none that does not exist', async () => {
  const known = (await metrics.getMetricsAsJSON()).map(({ name }) => name);
  const names = [...(await drawn())].map((name) => (known.includes(name) ? name : name.replace(PARTS, '')));
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name) => name.startsWith('plumbline_') && !names.includes(name))).toEqual([]);
});

test('the queue is read when the metrics are, and left out while the database is away', async () => {
  const text = await metrics.metrics();
  expect(text).toContain('plumbline_queue_jobs{state="waiting"} 3');
  expect(text).toContain('plumbline_queue_oldest_seconds 4.5');
  measureQueueWhenRead(() => Promise.reject(new Error('the database is away')));
  const without = await metrics.metrics();
  expect(without).not.toContain('plumbline_queue_jobs{');
  expect(without).toContain('plumbline_http_request_seconds');
});
