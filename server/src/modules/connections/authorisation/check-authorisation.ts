import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { Context } from '../../../context.ts';
import { callWithoutPlaces } from '../calls/call-marketplace.ts';
import { openConnection } from '../calls/open-connection.ts';
import { endOf, isRenewable } from '../calls/refused-tokens.ts';

/**
 * Checks the credentials at a marketplace after a notice that the seller withdrew consent. The notice alone decides nothing, as a
 * late one must not end a newer authorisation; with it, a token that nothing can renew ends when it is refused once.
 * @throws ChannelError when it did not answer
 */
export async function checkAuthorisation(ctx: Context, marketplaceId: number): Promise<void> {
  try {
    const connection = await openConnection(ctx, marketplaceId);
    try {
      await callWithoutPlaces(ctx, marketplaceId, 'normal', (access, connector) =>
        connector.account.describe(access),
      );
    } catch (error) {
      const isRefused =
        error instanceof ChannelError &&
        error.fault.kind === 'unavailable' &&
        error.fault.isTokenRefused === true;
      if (!isRefused || isRenewable(connection)) throw error;
      await endOf(ctx, connection, error.fault);
    }
  } catch (error) {
    // The call itself has ended an authorisation that is refused.
    if (error instanceof ChannelError && error.fault.kind === 'unauthorised') return;
    throw error;
  }
}
