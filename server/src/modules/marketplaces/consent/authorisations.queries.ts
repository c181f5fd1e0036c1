import { english } from '@evenstock/contract/messages/english';
import type { AccountDetails } from '@evenstock/connectors/kit/connector';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { NamedMarketplace } from './named-marketplace.ts';

/** Locks a marketplace; null for one that is deactivated or deleted, or whose store is deleted. */
export async function lockNotLeft(tx: Tx, id: number): Promise<NamedMarketplace | null> {
  const { rows } = await sql<NamedMarketplace>`
    select m.id, m.store_id as "storeId", m.slug, m.name
    from marketplaces m join stores s on s.id = m.store_id
    where m.id = ${id} and m.deleted_at is null and m.deactivated_at is null and s.deleted_at is null
    for no key update of m`.execute(tx);
  return rows[0] ?? null;
}

/** Locks a marketplace that is authorised; null where it is not. */
export async function lockAuthorised(
  tx: Tx,
  id: number,
): Promise<{ store_id: number; channel: string; slug: string; name: string } | null> {
  const marketplace = await tx
    .selectFrom('marketplaces')
    .select(['store_id', 'channel', 'slug', 'name'])
    .where('id', '=', id)
    .where('needs_authorization', '=', false)
    .where('state', '=', 'verified')
    .forUpdate()
    .executeTakeFirst();
  return marketplace ?? null;
}

/** Marks a marketplace as to be authorised again. */
export async function setExpired(tx: Tx, id: number, state: string, now: Date): Promise<void> {
  await tx
    .updateTable('marketplaces')
    .set({ needs_authorization: true, state, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export interface AuthorisedShop {
  /** The channel's own id of the shop. */
  readonly shopId: string;
  readonly details: AccountDetails;
  /** When the seller's consent expires; null: never. */
  readonly consentEndsAt: Date | null;
  readonly userId: number;
}

/**
 * Marks a marketplace as authorised, and records its shop.
 * @throws the violation of `marketplaces_shop` where another marketplace has this shop
 */
export async function setAuthorised(
  tx: Tx,
  marketplaceId: number,
  { shopId, details, consentEndsAt, userId }: AuthorisedShop,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('marketplaces')
    .set((eb) => ({
      state: 'verified',
      needs_authorization: false,
      auth_expiry: consentEndsAt,
      channel_shop_id: shopId,
      shop_name: eb.fn.coalesce('shop_name', eb.val(details.shopName)),
      currency: details.currency,
      account: JSON.stringify(details.fields.map(accountFieldOf)),
      verified_at: now,
      verified_by_user_id: userId,
      first_synced_at: null,
      deactivated_at: null,
      updated_at: now,
    }))
    .where('id', '=', marketplaceId)
    .execute();
}

/** Part of a statement that moves the expiry of a consent, unless it was moved meanwhile. */
export function settingConsentEnd(
  marketplaceId: number,
  from: RawBuilder<unknown>,
  to: Date | null,
): RawBuilder<unknown> {
  return sql`update marketplaces set auth_expiry = ${to} where id = ${marketplaceId} and auth_expiry = ${from}`;
}

const accountFieldOf = ({ key, label, value }: AccountDetails['fields'][number]) => ({
  key,
  label: english(label),
  label_message: label,
  value,
});
