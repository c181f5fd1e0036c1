import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { channels } from '@evenstock/contract/channels/channels';
import { beginAuthorisation } from '../modules/connections/authorisation/begin-authorisation.ts';
import { completeAuthorisation } from '../modules/connections/authorisation/complete-authorisation.ts';
import { createMarketplace } from '../modules/marketplaces/create-marketplace.ts';
import { requireMarketplace } from '../modules/marketplaces/show-marketplace.ts';
import { verifyKeys } from '../modules/connections/authorisation/verify-keys.ts';
import type { Actor } from '../api/routing.ts';
import type { SandboxedContext } from './sandbox.ts';

/** An account as callers of use cases are described. */
export async function actorOf(ctx: Pick<SandboxedContext, 'db'>, userId: number): Promise<Actor> {
  const user = await ctx.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { userId, sessionId: 0, email: user.email, role: 'member' };
}

/** Connects a shop of the sandbox to a store, as a seller does it: added, begun, consented, completed; or verified by its keys. */
export async function connectShop(
  ctx: SandboxedContext,
  place: { readonly storeId: number; readonly storeSlug: string; readonly userId: number },
  shop: { readonly channel: ChannelKind; readonly shop: string; readonly name: string },
): Promise<number> {
  const actor = await actorOf(ctx, place.userId);
  const id = await createMarketplace(ctx, actor, place.storeId, {
    name: shop.name,
    type: channels[shop.channel].marketplaceType,
    shop_name: shop.channel === 'shopify' ? shop.shop : shop.channel === 'tokopedia' ? shop.name : null,
  });
  const marketplace = await requireMarketplace(ctx, place.storeId, String(id));
  if (ctx.connectors[shop.channel].authorisation.by === 'keys') {
    const keys = ctx.sandbox.control.grant(shop.channel, shop.shop, {});
    return verifyKeys(ctx, actor, place.storeId, marketplace, keys);
  }
  const store = { id: place.storeId, slug: place.storeSlug };
  const { authentication_url, state } = await beginAuthorisation(ctx, actor, store, marketplace);
  const redirect_uri = new URL(authentication_url).searchParams.get('redirect_uri') ?? '';
  const returned = ctx.sandbox.control.grant(shop.channel, shop.shop, { state, redirect_uri });
  await completeAuthorisation(ctx, actor, { channel: shop.channel, among: [id] }, returned);
  return id;
}
