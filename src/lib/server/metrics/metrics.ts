import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** The metrics of a process. One registry per process: the built server and its jobs share it. */
export const metrics = new Registry();

collectDefaultMetrics({ register: metrics });

export const requestSeconds = new Histogram({
  name: 'plumbline_http_request_seconds',
  help: 'Time until an answer began, by route (never by address, so that no id becomes a label)',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics]
});

export const jobSeconds = new Histogram({
  name: 'plumbline_job_seconds',
  help: 'Time that a job took, by name and outcome',
  labelNames: ['job', 'outcome'] as const,
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120],
  registers: [metrics]
});

export const deadWorkers = new Counter({
  name: 'plumbline_dead_workers_total',
  help: 'Workers found dead, whose jobs were given back',
  registers: [metrics]
});
