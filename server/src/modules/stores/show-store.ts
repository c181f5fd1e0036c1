import { storeAbilities } from '@evenstock/contract/abilities';
import { channels } from '@evenstock/contract/channels';
import type { CallReply } from '@evenstock/contract/endpoint';
import { zoneOfCountry, type showStore as showStoreEndpoint } from '@evenstock/contract/stores';
import type { Context } from '../../context.ts';
import { notFound, type Actor } from '../../routing.ts';
import {
  countMergedListings,
  findProfile,
  findStore,
  marketplacesOfStore,
  type ProfileRow,
} from './stores.queries.ts';

/** A membership as the API shows it. */
export function presentProfile(profile: ProfileRow) {
  return {
    id: profile.id,
    role: profile.role,
    owner: profile.role === 'owner',
    created_at: profile.createdAt.toISOString(),
    updated_at: profile.updatedAt.toISOString(),
  };
}

/** A store with its marketplaces, the caller's membership and what the caller may do. */
export async function showStore(
  ctx: Context,
  actor: Actor,
  storeId: number,
): Promise<CallReply<typeof showStoreEndpoint>> {
  const [store, profile, marketplaces, merged] = await Promise.all([
    findStore(ctx.db, storeId),
    findProfile(ctx.db, storeId, actor.userId),
    marketplacesOfStore(ctx.db, storeId),
    countMergedListings(ctx.db, storeId),
  ]);
  if (store === null) throw notFound('The store');
  return {
    store: {
      id: store.id,
      slug: store.slug,
      name: store.name,
      country: store.country,
      time_zone: zoneOfCountry[store.country],
      company_name: store.companyName,
      address: store.address,
      send_email_notifications: store.sendEmailNotifications,
      send_stock_error: store.sendStockError,
      can_sync_quantity: store.canSyncQuantity,
      marketplaces: marketplaces.map((marketplace) => ({
        ...marketplace,
        type: channels[marketplace.channel].marketplaceType,
      })),
      marketplaces_count: marketplaces.length,
      total_merged_count: merged,
    },
    store_profile: profile === null ? null : presentProfile(profile),
    abilities: [...storeAbilities(profile?.role ?? null, actor.role)],
    banner_announcement: null,
  };
}
