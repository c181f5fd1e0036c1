import { sql } from 'kysely';
import type { StoreRole } from '@evenstock/contract/accounts/accounts';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { Handle } from '../../../platform/database/database.ts';

/** A marketplace of a shop, with its store. */
export interface ShopMarketplace {
  readonly id: number;
  readonly state: 'unverified' | 'verified';
  readonly needsAuthorization: boolean;
  readonly storeId: number;
  readonly storeSlug: string;
  readonly country: 'sg' | 'vn' | 'id' | 'my';
  readonly role: StoreRole | null;
  /** Its store requires a second factor, and the account has none. */
  readonly lacksSecondFactor: boolean;
}

/** The marketplaces of a shop, by its sub-domain, in the stores of an account (or in any store), oldest first. */
export async function findShopMarketplaces(
  db: Handle,
  channel: ChannelKind,
  handle: string,
  userId: number,
  inAnyStore: boolean,
): Promise<ShopMarketplace[]> {
  const { rows } = await sql<ShopMarketplace>`
    select m.id, m.state, m.needs_authorization as "needsAuthorization", s.id as "storeId", s.slug as "storeSlug",
           s.country, p.role, s.requires_second_factor and u.second_factor_on_at is null as "lacksSecondFactor"
    from marketplaces m
    join stores s on s.id = m.store_id and s.deleted_at is null
    join users u on u.id = ${userId}
    left join store_profiles p on p.store_id = s.id and p.user_id = ${userId}
    where m.channel = ${channel} and m.shop_name = ${handle} and m.deleted_at is null
      and (p.id is not null or ${inAnyStore}::boolean)
    order by m.created_at, m.id`.execute(db);
  return rows;
}
