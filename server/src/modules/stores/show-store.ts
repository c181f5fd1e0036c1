import { channels } from '@evenstock/contract/channels/channels';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { zoneOfCountry, type showStore as showStoreEndpoint } from '@evenstock/contract/stores/stores';
import { abilitiesIn } from '../../api/caller-abilities.ts';
import type { Context } from '../../context.ts';
import { notFound, type Actor } from '../../api/routing.ts';
import { readerOf, showBell } from '../journal/list-notifications.ts';
import { findAnnouncement } from './announcements/announcements.queries.ts';
import { findWorkerSilence } from './find-workers.ts';
import { referralAddress } from './referrals/referrals.rules.ts';
import {
  countMergedListings,
  findOwner,
  findProfile,
  findStore,
  marketplacesOfStore,
  type ProfileRow,
} from './store/stores.queries.ts';
import { presentTransfer } from './members/transfer-ownership.ts';
import { findPendingTransfer } from './members/transfers.queries.ts';

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

/** A store with its marketplaces, the caller's membership and the caller's abilities. */
export async function showStore(
  ctx: Context,
  actor: Actor,
  storeId: number,
): Promise<CallReply<typeof showStoreEndpoint>> {
  const [store, profile, owner, transfer, marketplaces, merged, announcement, silence] = await Promise.all([
    findStore(ctx.db, storeId),
    findProfile(ctx.db, storeId, actor.userId),
    findOwner(ctx.db, storeId),
    findPendingTransfer(ctx.db, storeId),
    marketplacesOfStore(ctx.db, storeId),
    countMergedListings(ctx.db, storeId),
    findAnnouncement(ctx.db, ctx.clock.now()),
    findWorkerSilence(ctx),
  ]);
  if (store === null) throw notFound('store');
  const bell =
    profile === null ? null : await showBell(ctx, readerOf(actor, { id: storeId, role: profile.role }));
  const abilities = abilitiesIn(profile?.role ?? null, actor).filter(
    (ability) => ability !== 'transfer.answer' || transfer?.transferreeId === actor.userId,
  );
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
      requires_second_factor: store.requiresSecondFactor,
      running_out_days: store.runningOutDays,
      keeps_safety_stock: store.keepsSafetyStock,
      makes_sets: store.makesSets,
      owner,
      has_pending_transfer: transfer !== null,
      pending_store_transfer: transfer === null ? null : presentTransfer(transfer),
      referral_url: ctx.settings.referralOn
        ? referralAddress(ctx.settings.publicUrl, store.referralCode)
        : null,
      marketplaces: marketplaces.map((marketplace) => ({
        ...marketplace,
        type: channels[marketplace.channel].marketplaceType,
      })),
      marketplaces_count: marketplaces.length,
      total_merged_count: merged,
      console_subscription_tier: store.subscriptionTier,
      stripe_subscription_id: store.subscriptionId,
    },
    store_profile:
      profile === null || bell === null
        ? null
        : { ...presentProfile(profile), digest_language: profile.digestLanguage, ...bell },
    abilities,
    banner_announcement: announcement,
    worker_silent_since: silence?.toISOString() ?? null,
  };
}
