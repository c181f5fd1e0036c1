import { platformAbilities } from '@evenstock/contract/accounts/abilities';
import {
  channelKinds,
  channelOf,
  channels,
  shopFlagNames,
  shopFlags,
  type ShopFlags,
} from '@evenstock/contract/channels/channels';
import type { createMarketplace as createEndpoint } from '@evenstock/contract/marketplaces/marketplaces';
import { message } from '@evenstock/contract/messages/message';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import { announce } from '../../api/live.ts';
import { invalid, Refusal, type Actor } from '../../api/routing.ts';
import { freeSlug, slugFrom } from '../../platform/text/slug.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { insertMarketplace, marketplaceSlugsLike } from './marketplaces.queries.ts';
import { shopHandleOf } from './shop-handle.ts';

type NewMarketplace = z.output<(typeof createEndpoint)['body']>['marketplace'];

/** Reserved slugs: words that a path has in place of a marketplace's slug. */
const reserved: ReadonlySet<string> = new Set();
/** Violated where a concurrent transaction takes the same slug; another one is chosen. */
const SLUG_TAKEN = 'marketplaces_store_id_slug_key';

/**
 * Adds a marketplace, not yet authorised.
 * @returns its id
 * @throws Refusal 422 by field, 403 for a test shop by a caller who may not create one
 */
export async function createMarketplace(
  ctx: Context,
  actor: Actor,
  storeId: number,
  fields: NewMarketplace,
): Promise<number> {
  checkFlags(actor, fields);
  const shopName = shopNameOf(fields);
  try {
    return await addMarketplace(ctx, actor, storeId, fields, shopName);
  } catch (error) {
    if (isUniqueViolation(error, 'marketplaces_name')) {
      throw invalid('name', message('marketplaces.name_taken'));
    }
    if (!isUniqueViolation(error, SLUG_TAKEN)) throw error;
  }
  throw invalid('name', message('marketplaces.name_contended'));
}

function checkFlags(actor: Actor, fields: NewMarketplace): void {
  for (const kind of channelKinds) {
    const { flag, label, marketplaceType } = channels[kind];
    if (flag === null || fields[flag.field] !== true) continue;
    if (flag.isForStaff && !platformAbilities(actor.role).includes('platform.inspect')) {
      throw new Refusal(403, message('marketplaces.flag_for_staff', { flag: flag.label.en.toLowerCase() }));
    }
    if (fields.type !== marketplaceType)
      throw invalid(
        flag.field,
        message('marketplaces.flag_elsewhere', { flag: flag.label.en, channel: label }),
      );
  }
}

function shopNameOf(fields: NewMarketplace): string | null {
  const name = fields.shop_name ?? '';
  const channel = channelOf(fields.type);
  const { label, shopName } = channels[channel];
  const domain = shopName?.domain ?? null;
  if (domain === null) return name === '' ? null : name;
  const handle = shopHandleOf(channel, name);
  if (handle === null) {
    throw invalid('shop_name', message('marketplaces.shop_name_invalid', { channel: label, domain }));
  }
  return handle;
}

function flagsOf(fields: NewMarketplace): ShopFlags {
  return shopFlags.parse(Object.fromEntries(shopFlagNames.map((name) => [name, fields[name] ?? false])));
}

async function addMarketplace(
  ctx: Context,
  actor: Actor,
  storeId: number,
  fields: NewMarketplace,
  shopName: string | null,
): Promise<number> {
  const now = ctx.clock.now();
  const base = slugFrom(fields.name, 'marketplace');
  return inTransaction(
    ctx.db,
    async (tx) => {
      const slug = freeSlug(base, await marketplaceSlugsLike(tx, storeId, base), reserved);
      const id = await insertMarketplace(tx, {
        store_id: storeId,
        slug,
        name: fields.name,
        channel: channelOf(fields.type),
        shop_name: shopName,
        ...flagsOf(fields),
        created_at: now,
        updated_at: now,
      });
      await recordActivity(tx, {
        storeId,
        key: 'marketplace.create',
        actor: { type: 'User', id: actor.userId },
        recipient: { type: 'Marketplace', id },
        after: { name: fields.name },
        at: now,
      });
      await announce(tx, storeId, 'marketplaces', [id]);
      await announce(tx, storeId, 'store', []);
      return id;
    },
    { retryOn: [SLUG_TAKEN] },
  );
}
