import { Gauge } from 'prom-client';
import { metrics } from './metrics.ts';

export type QueueDepth = {
  readonly failed: number;
  readonly retrying: number;
  readonly running: number;
  readonly waiting: number;
  readonly oldest_seconds: number | null;
};

/**
 * The queue, which all processes share, read when somebody reads the metrics: each process tells the same, so a dashboard takes the
 * largest. While the database is away there are no figures, and the rest is still told.
 */
export function measureQueueWhenRead(read: () => Promise<QueueDepth>): void {
  const name = 'plumbline_queue_jobs';
  // A development server starts its runtime more than once.
  metrics.removeSingleMetric(name);
  metrics.removeSingleMetric('plumbline_queue_oldest_seconds');
  const oldest = new Gauge({
    name: 'plumbline_queue_oldest_seconds',
    help: 'For how long the longest waiting job could have run',
    registers: [metrics]
  });
  new Gauge({
    name,
    help: 'Jobs of the queue, by state: failed, retrying, running, waiting',
    labelNames: ['state'] as const,
    registers: [metrics],
    async collect() {
      const depth = await read().catch(() => null);
      this.reset();
      oldest.reset();
      if (depth === null) return;
      const { oldest_seconds, ...jobs } = depth;
      for (const [state, count] of Object.entries(jobs)) this.set({ state }, count);
      oldest.set(oldest_seconds ?? 0);
    }
  });
}
