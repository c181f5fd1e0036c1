import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { Context } from '../../context.ts';
import { callMarketplace } from './call-marketplace.ts';

/**
 * Checks the credentials at a marketplace after a notice that the seller withdrew consent. The notice alone decides nothing, as a
 * late one must not end a newer authorisation.
 * @throws ChannelError when it did not answer
 */
export async function checkAuthorisation(ctx: Context, marketplaceId: number): Promise<void> {
  try {
    await callMarketplace(ctx, marketplaceId, 'normal', (access, connector) =>
      connector.account.describe(access),
    );
  } catch (error) {
    // The call itself has ended an authorisation that is refused.
    if (error instanceof ChannelError && error.fault.kind === 'unauthorised') return;
    throw error;
  }
}
