import { platformAbilities } from '@evenstock/contract/abilities';
import {
  channelKinds,
  channelOf,
  channels,
  shopFlagNames,
  shopFlags,
  type ShopFlags,
} from '@evenstock/contract/channels';
import type { createMarketplace as createEndpoint } from '@evenstock/contract/marketplaces';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { isUniqueViolation } from '../../platform/database-errors.ts';
import { announce } from '../../api/live.ts';
import { invalid, Refusal, type Actor } from '../../api/routing.ts';
import { freeSlug, slugFrom } from '../../platform/slug.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { insertMarketplace, marketplaceSlugsLike } from './marketplaces.queries.ts';
import { shopHandleOf } from './shop-handle.ts';

type NewMarketplace = z.output<(typeof createEndpoint)['body']>['marketplace'];

/** Words that stand where a marketplace's slug stands in a path. */
const reserved: ReadonlySet<string> = new Set();
/** Somebody took the same slug at the same moment: another one is chosen. */
const SLUG_TAKEN = 'marketplaces_store_id_slug_key';

/**
 * Adds a marketplace, not yet authorised.
 * @returns its id
 * @throws Refusal 422 with a text beside its field, 403 for a test shop by somebody who may not make one
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
      throw invalid('name', 'Another marketplace of this store has this name. Choose another name.');
    }
    if (!isUniqueViolation(error, SLUG_TAKEN)) throw error;
  }
  throw invalid('name', 'Many marketplaces of this name are being created right now. Try again.');
}

function checkFlags(actor: Actor, fields: NewMarketplace): void {
  for (const kind of channelKinds) {
    const { flag, marketplaceType } = channels[kind];
    if (flag === null || fields[flag.field] !== true) continue;
    if (flag.isForStaff && !platformAbilities(actor.role).includes('platform.inspect')) {
      throw new Refusal(
        403,
        `Only people who run this installation may add a ${flag.label.en.toLowerCase()}.`,
      );
    }
    if (fields.type !== marketplaceType) throw invalid(flag.field, flag.elsewhere);
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
    throw invalid('shop_name', `${label} shop name is the part of your store’s address before .${domain}.`);
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
        at: now,
      });
      await announce(tx, storeId, 'marketplaces', [id]);
      await announce(tx, storeId, 'store', []);
      return id;
    },
    { retryOn: [SLUG_TAKEN] },
  );
}
