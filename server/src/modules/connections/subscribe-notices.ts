import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { Context } from '../../context.ts';
import { callMarketplace } from './call-marketplace.ts';
import { noticeAddress } from './receive-notice.ts';

/** Asks a channel to send its notices of this shop here, where that is done shop by shop. Asking again changes nothing. */
export async function subscribeNotices(ctx: Context, marketplaceId: number): Promise<void> {
  try {
    await callMarketplace(ctx, marketplaceId, 'normal', async (access, connector) => {
      await connector.webhooks?.subscribe?.(access, noticeAddress(ctx.settings.publicUrl, connector.channel));
    });
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    const { kind } = error.fault;
    // Polls find everything too: a channel that wants no subscription is not asked again.
    if (kind !== 'rejected' && kind !== 'unauthorised') throw error;
    ctx.log.warn({ marketplaceId, fault: kind }, 'The channel refused to send notices; polls go on.');
  }
}
