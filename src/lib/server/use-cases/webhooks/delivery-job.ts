import type { Job } from '#lib/server/jobs/queue.ts';

/**
 * The job that delivers what waits for a webhook. Deliveries have one place among the jobs, so that slow receivers do not keep
 * certificates waiting.
 * @param later its next turn. A job of its own: the one that an event enqueues must not be put off by it.
 */
export const deliveryJob = (webhookId: string, later?: Date): Job => ({
  name: 'deliver_webhook',
  payload: { webhook_id: webhookId },
  options: {
    queueName: 'webhooks',
    jobKey: later === undefined ? `webhook:${webhookId}` : `webhook:${webhookId}:later`,
    ...(later !== undefined && { runAt: later })
  }
});
