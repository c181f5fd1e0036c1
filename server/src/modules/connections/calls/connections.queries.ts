import { sql } from 'kysely';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { zoneOfCountry } from '@evenstock/contract/stores/stores';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import type { NamedMarketplace } from '../../marketplaces/consent/named-marketplace.ts';

/** A connected shop, as a notice or the schedule finds it. */
export async function findConnectedShop(
  db: Handle,
  channel: ChannelKind,
  shopId: string,
): Promise<{ id: number; storeId: number } | null> {
  const { rows } = await sql<{ id: number; storeId: number }>`
    select m.id, m.store_id as "storeId"
    from marketplaces m join stores s on s.id = m.store_id and s.deleted_at is null
    where m.channel = ${channel} and m.channel_shop_id = ${shopId}
      and m.deleted_at is null and m.deactivated_at is null and m.state = 'verified'`.execute(db);
  return rows[0] ?? null;
}

/** All marketplaces of a shop in any state, also detached ones: their orders may still be here. */
export async function findShopEverConnected(
  db: Handle,
  channel: ChannelKind,
  shopId: string,
): Promise<readonly { id: number; storeId: number }[]> {
  const { rows } = await sql<{ id: number; storeId: number }>`
    select id, store_id as "storeId" from marketplaces
    where channel = ${channel} and channel_shop_id = ${shopId} order by id`.execute(db);
  return rows;
}

/** Marketplaces whose consent has expired and that are not marked as expired yet. */
export async function findConsentRunOut(db: Handle, now: Date): Promise<readonly { id: number }[]> {
  return db
    .selectFrom('marketplaces')
    .select('id')
    .where('auth_expiry', '<=', now)
    .where('state', '=', 'verified')
    .where('needs_authorization', '=', false)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Whether the consent of a marketplace has expired. Its row is locked, so that no authorisation comes in between. */
export async function lockIfConsentRanOut(tx: Tx, id: number, now: Date): Promise<boolean> {
  await sql`select from marketplaces where id = ${id} for no key update`.execute(tx);
  const { rows } = await sql`select from marketplaces where id = ${id} and auth_expiry <= ${now}`.execute(tx);
  return rows.length > 0;
}

interface Within {
  readonly after: Date;
  readonly until: Date;
}

const runsOut = ({ after, until }: Within) => sql`
  m.auth_expiry > ${after} and m.auth_expiry <= ${until} and m.state = 'verified' and not m.needs_authorization
  and m.deleted_at is null and s.deleted_at is null`;

/** Marketplaces whose consent expires within a time, and whose members were not notified yet. */
export async function findConsentRunningOut(db: Handle, within: Within): Promise<readonly { id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from marketplaces m join stores s on s.id = m.store_id
    where ${runsOut(within)} and not exists (
      select from store_notifications n
      where n.store_id = m.store_id and n.kind = 'authorisation_expiring' and n.subject_id = m.id and n.resolved_at is null)
    order by m.id`.execute(db);
  return rows;
}

export interface RunningOut extends NamedMarketplace {
  readonly country: keyof typeof zoneOfCountry;
  readonly authExpiry: Date;
}

/** Locks a marketplace whose consent still expires within a time; null where it was extended, deactivated or deleted. */
export async function lockConsentRunningOut(tx: Tx, id: number, within: Within): Promise<RunningOut | null> {
  const { rows } = await sql<RunningOut>`
    select m.id, m.store_id as "storeId", m.slug, m.name, m.auth_expiry as "authExpiry", s.country
    from marketplaces m join stores s on s.id = m.store_id
    where m.id = ${id} and ${runsOut(within)} for no key update of m`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Locks a marketplace that is being authorised, and reads which shop it is.
 * @throws NoResultError where there is no such marketplace
 */
export async function lockShopId(
  tx: Tx,
  marketplaceId: number,
): Promise<{ shopId: string | null; deletedAt: Date | null; name: string }> {
  const { channel_shop_id, deleted_at, name } = await tx
    .selectFrom('marketplaces')
    .select(['channel_shop_id', 'deleted_at', 'name'])
    .where('id', '=', marketplaceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { shopId: channel_shop_id, deletedAt: deleted_at, name };
}
