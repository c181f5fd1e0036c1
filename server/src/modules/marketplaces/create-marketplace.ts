import { platformAbilities } from '@evenstock/contract/abilities';
import { channelOf } from '@evenstock/contract/channels';
import type { createMarketplace as createEndpoint } from '@evenstock/contract/marketplaces';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { isUniqueViolation } from '../../platform/database-errors.ts';
import { announce } from '../../api/live.ts';
import { invalid, Refusal, type Actor } from '../../api/routing.ts';
import { freeSlug, slugFrom } from '../../platform/slug.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { shopifyHandleOf } from './authorisation.rules.ts';
import { marketplaceSlugsLike } from './marketplaces.queries.ts';

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
  checkSwitches(actor, fields);
  const shopName = shopNameOf(fields);
  try {
    return await insertMarketplace(ctx, actor, storeId, fields, shopName);
  } catch (error) {
    if (isUniqueViolation(error, 'marketplaces_name')) {
      throw invalid('name', 'Another marketplace of this store has this name. Choose another name.');
    }
    if (!isUniqueViolation(error, SLUG_TAKEN)) throw error;
  }
  throw invalid('name', 'Many marketplaces of this name are being created right now. Try again.');
}

function checkSwitches(actor: Actor, fields: NewMarketplace): void {
  if (fields.is_for_test === true) {
    if (!platformAbilities(actor.role).includes('platform.inspect')) {
      throw new Refusal(403, 'Only people who run this installation may add a test shop.');
    }
    if (fields.type !== 'ShopeeMarketplace') throw invalid('is_for_test', 'Only Shopee has test shops.');
  }
  if (fields.is_lazmall === true && fields.type !== 'LazadaMarketplace') {
    throw invalid('is_lazmall', 'LazMall is a part of Lazada: choose the channel Lazada.');
  }
  if (fields.is_tokopedia === true && fields.type !== 'TiktokMarketplace') {
    throw invalid(
      'is_tokopedia',
      'Shops that moved from Tokopedia are Tiktok shops: choose the channel Tiktok.',
    );
  }
}

function shopNameOf(fields: NewMarketplace): string | null {
  const name = fields.shop_name ?? '';
  if (fields.type !== 'ShopifyMarketplace') return name === '' ? null : name;
  const handle = shopifyHandleOf(name);
  if (handle === null) {
    throw invalid(
      'shop_name',
      'Shopify shop name is the part of your store’s address before .myshopify.com.',
    );
  }
  return handle;
}

async function insertMarketplace(
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
      const { id } = await tx
        .insertInto('marketplaces')
        .values({
          store_id: storeId,
          slug: freeSlug(base, await marketplaceSlugsLike(tx, storeId, base), reserved),
          name: fields.name,
          channel: channelOf(fields.type),
          shop_name: shopName,
          is_for_test: fields.is_for_test ?? false,
          is_lazmall: fields.is_lazmall ?? false,
          is_tokopedia: fields.is_tokopedia ?? false,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
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
