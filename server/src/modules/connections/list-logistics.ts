import { ChannelError } from '@evenstock/connectors/kit/errors';
import { channels } from '@evenstock/contract/channels/channels';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { listLogistics as endpoint } from '@evenstock/contract/connections/connections';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { invalid } from '../../api/routing.ts';
import { callMarketplace } from './calls/call-marketplace.ts';
import type { MarketplaceRecord } from '../marketplaces/show-marketplace.ts';

/**
 * Reads a shop's ways of delivery from its marketplace.
 * @throws Refusal 422 where the channel has no such list, or does not answer
 */
export async function listLogistics(
  ctx: Context,
  marketplace: MarketplaceRecord,
): Promise<CallReply<typeof endpoint>['logistics']> {
  const { id, channel } = marketplace;
  const { label } = channels[channel];
  if (ctx.connectors[channel].logistics === undefined)
    throw invalid('marketplace', message('connections.no_logistics', { channel: label }));
  try {
    const ways = await callMarketplace(
      ctx,
      id,
      'normal',
      async (access, { logistics }) => (await logistics?.list(access)) ?? [],
    );
    return ways
      .map(({ id: wayId, name, feeType, enabled, hasCod }) => ({
        id: wayId,
        name,
        fee_type: feeType,
        enabled,
        has_cod: hasCod,
      }))
      .sort((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true }));
  } catch (error) {
    if (error instanceof ChannelError) throw invalid('marketplace', error.fault.reason);
    throw error;
  }
}
