import { deliverWebhookJob } from '../../api/webhook-outbox.ts';
import { bind, type BoundJob } from '../../job-binding.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { purgeDeliveries } from './purge-deliveries.ts';
import { purgeDeliveriesJob } from './webhooks.jobs.ts';

export const webhooksJobs: readonly BoundJob[] = [
  bind(deliverWebhookJob, (ctx, { webhookId }) => deliverWebhook(ctx, webhookId)),
  bind(purgeDeliveriesJob, purgeDeliveries),
];
