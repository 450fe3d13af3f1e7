import type { Job } from '#lib/server/jobs/queue.ts';

/**
 * The job that delivers what waits for a webhook: one at a time for each webhook, those of several side by side (jobs/runner).
 * @param later its next turn. A job of its own: the one that an event enqueues must not be put off by it.
 */
export const deliveryJob = (webhookId: string, later?: Date): Job => ({
  name: 'deliver_webhook',
  payload: { webhook_id: webhookId },
  options: {
    queueName: `webhook:${webhookId}`,
    jobKey: later === undefined ? `webhook:${webhookId}` : `webhook:${webhookId}:later`,
    ...(later !== undefined && { runAt: later })
  }
});
