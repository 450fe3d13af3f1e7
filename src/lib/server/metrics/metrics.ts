import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * The metrics of a process; one registry, which the built server and its jobs share. `observability/grafana.json` draws them: a test
 * compares its names with these.
 */
export const metrics = new Registry();

collectDefaultMetrics({ register: metrics });
const registers = [metrics];

export const requestSeconds = new Histogram({
  name: 'plumbline_http_request_seconds',
  help: 'Time until an answer began, by route (never by address, so that no id becomes a label)',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers
});

export const requestsInHand = new Gauge({
  name: 'plumbline_http_requests_in_hand',
  help: 'Requests whose answer has not begun',
  registers
});

export const jobSeconds = new Histogram({
  name: 'plumbline_job_seconds',
  help: 'Time that a job took, by name and outcome',
  labelNames: ['job', 'outcome'] as const,
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120],
  registers
});

export const lastBackup = new Gauge({
  name: 'plumbline_backup_last_success_timestamp_seconds',
  help: 'When the last complete backup ended; 0 if there is none',
  registers: [metrics]
});
export const backupsFailing = new Gauge({
  name: 'plumbline_backup_failing',
  help: '1 while backups fail: since the last complete one, at least one has failed',
  registers: [metrics]
});

export const deadWorkers = new Counter({
  name: 'plumbline_dead_workers_total',
  help: 'Workers found dead, whose jobs were given back',
  registers
});

export const syncMutations = new Counter({
  name: 'plumbline_sync_mutations_total',
  help: 'Entries that devices sent, by what became of them: applied, duplicate, rejected, retry',
  labelNames: ['status'] as const,
  registers
});

export const syncDocuments = new Counter({
  name: 'plumbline_sync_documents_total',
  help: 'Documents that devices pulled, by collection',
  labelNames: ['collection'] as const,
  registers
});

export const syncStreams = new Gauge({
  name: 'plumbline_sync_streams',
  help: 'Event streams of devices that are open on this process',
  registers
});

export const certificateSeconds = new Histogram({
  name: 'plumbline_certificate_seconds',
  help: 'Time to set, sign, stamp and store a certificate, by outcome: issued, failed',
  labelNames: ['outcome'] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
  registers
});

export const mailSeconds = new Histogram({
  name: 'plumbline_mail_seconds',
  help: 'Time that a mail server took for a mail, by kind and outcome: sent, retrying, failed',
  labelNames: ['kind', 'outcome'] as const,
  buckets: [0.05, 0.1, 0.5, 1, 5, 15, 60],
  registers
});

export const lackingProofs = new Gauge({
  name: 'plumbline_certificates_lacking_proofs',
  help: 'Certificates whose signatures lack something that can still be had, by what it is; the same in every process',
  labelNames: ['lacks'] as const,
  registers: [metrics]
});
