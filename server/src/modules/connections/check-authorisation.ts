import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { Context } from '../../context.ts';
import { callMarketplace } from './call-marketplace.ts';

/**
 * Asks a marketplace whether it still accepts us, after a notice that the seller withdrew consent: a late notice of an
 * earlier withdrawal must not end a new authorisation.
 * @throws ChannelError when it did not answer
 */
export async function checkAuthorisation(ctx: Context, marketplaceId: number): Promise<void> {
  try {
    await callMarketplace(ctx, marketplaceId, 'normal', (access, connector) =>
      connector.account.describe(access),
    );
  } catch (error) {
    // Not accepted any more: the call has ended the authorisation.
    if (error instanceof ChannelError && error.fault.kind === 'unauthorised') return;
    throw error;
  }
}
