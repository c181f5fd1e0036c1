import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { Context } from '../../../context.ts';
import { callWithoutPlaces } from '../calls/call-marketplace.ts';
import { noticeAddress } from './receive-notice.ts';

/** Subscribes a shop's notices where the channel needs a subscription for each shop. Repeating it changes nothing. */
export async function subscribeNotices(ctx: Context, marketplaceId: number): Promise<void> {
  try {
    await callWithoutPlaces(ctx, marketplaceId, 'normal', async (access, connector) => {
      await connector.webhooks?.subscribe?.(access, noticeAddress(ctx.settings.publicUrl, connector.channel));
    });
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    const { kind } = error.fault;
    // A rejected subscription is not retried: polls find everything too.
    if (kind !== 'rejected' && kind !== 'unauthorised') throw error;
    ctx.log.warn(
      { marketplaceId, fault: kind },
      'The channel refused the subscription to webhooks; polling continues.',
    );
  }
}
