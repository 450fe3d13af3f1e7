import { removeExpired } from '#lib/server/use-cases/housekeeping/remove-expired.ts';
import type { Services } from '#lib/server/use-cases/services.ts';
import type { JobName, JobPayloads } from './queue.ts';

/** What each job does. A job may run twice (its process died after the work): its verb must bear that. */
type Handlers = {
  readonly [N in JobName]: (services: Services, payload: JobPayloads[N]) => Promise<void>;
};

export const handlers: Partial<Handlers> = {
  remove_expired: (services) => removeExpired(services)
};
