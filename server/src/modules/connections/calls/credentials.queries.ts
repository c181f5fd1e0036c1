import { sql } from 'kysely';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import type { PlaceColumns } from '../../marketplaces/places/shop-places.ts';
import { movingConsentEnd } from '../../marketplaces/consent/move-consent-end.ts';

export interface ConnectionRow extends PlaceColumns {
  readonly id: number;
  readonly storeId: number;
  readonly name: string;
  readonly channel: ChannelKind;
  readonly state: 'unverified' | 'verified';
  readonly needsAuthorization: boolean;
  readonly shopName: string | null;
  readonly clockOffsetMs: number;
  readonly sealed: Buffer | null;
  readonly version: number | null;
  /** Since when calls are refused without a success in between. */
  readonly refusedSince: Date | null;
  /** No call is made before. */
  readonly refusedUntil: Date | null;
}

/** A marketplace with its sealed credentials, as one call needs them. */
export async function readConnection(db: Handle, marketplaceId: number): Promise<ConnectionRow | null> {
  const { rows } = await sql<ConnectionRow>`
    select m.id, m.store_id as "storeId", m.name, m.channel, m.state, m.needs_authorization as "needsAuthorization",
           m.shop_name as "shopName", m.clock_offset_ms as "clockOffsetMs", c.sealed, c.version,
           m.place_state as "placeState", m.places, m.former_places as "formerPlaces", m.places_fault as "placesFault",
           c.refused_since as "refusedSince", c.refused_until as "refusedUntil"
    from marketplaces m
    join stores s on s.id = m.store_id and s.deleted_at is null
    left join marketplace_credentials c on c.marketplace_id = m.id
    where m.id = ${marketplaceId} and m.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

export interface SealedCredentials {
  readonly sealed: Buffer;
  readonly accessExpiresAt: Date | null;
  readonly refreshExpiresAt: Date | null;
}

/** Stores the credentials of a new authorisation. */
export async function storeCredentials(
  db: Handle,
  marketplaceId: number,
  credentials: SealedCredentials,
  now: Date,
): Promise<void> {
  await sql`
    insert into marketplace_credentials (marketplace_id, sealed, access_expires_at, refresh_expires_at, updated_at)
    values (${marketplaceId}, ${credentials.sealed}, ${credentials.accessExpiresAt}, ${credentials.refreshExpiresAt}, ${now})
    on conflict (marketplace_id) do update set
      sealed = excluded.sealed, access_expires_at = excluded.access_expires_at,
      refresh_expires_at = excluded.refresh_expires_at, version = marketplace_credentials.version + 1,
      refresh_token = null, refresh_until = null, refused_since = null, refusals = 0, refused_until = null,
      updated_at = excluded.updated_at`.execute(db);
}

/** Whether the credentials of a marketplace are of this version. Its row is locked, so that no authorisation comes in between. */
export async function lockIfCurrent(tx: Tx, marketplaceId: number, version: number): Promise<boolean> {
  await sql`select from marketplaces where id = ${marketplaceId} for no key update`.execute(tx);
  const { rows } = await sql`
    select from marketplace_credentials where marketplace_id = ${marketplaceId} and version = ${version}`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Counts a refusal of credentials of this version, once until the next call is made. The wait doubles from 5 seconds to 5 minutes. */
export async function countRefusal(
  db: Handle,
  marketplaceId: number,
  version: number,
  now: Date,
): Promise<void> {
  await sql`
    update marketplace_credentials set refusals = refusals + 1, refused_since = coalesce(refused_since, ${now}),
      refused_until = ${now}::timestamptz + least(300, 5 * 2 ^ least(refusals, 10)) * interval '1 second'
    where marketplace_id = ${marketplaceId} and version = ${version}
      and (refused_until is null or refused_until <= ${now})`.execute(db);
}

/** Clears the refusals of credentials that are accepted again. */
export async function clearRefusals(db: Handle, marketplaceId: number, version: number): Promise<void> {
  await sql`
    update marketplace_credentials set refused_since = null, refusals = 0, refused_until = null
    where marketplace_id = ${marketplaceId} and version = ${version}`.execute(db);
}

/** Takes the lease to refresh credentials of this version. False: another worker has the lease, or has refreshed them. */
export async function claimRefresh(
  db: Handle,
  marketplaceId: number,
  version: number,
  token: string,
  now: Date,
  until: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update marketplace_credentials set refresh_token = ${token}, refresh_until = ${until}
    where marketplace_id = ${marketplaceId} and version = ${version}
      and (refresh_until is null or refresh_until <= ${now})`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Stores refreshed credentials, only while the lease is still held. A consent that ends with the refresh token then ends with the
 * new one. Locks the marketplace before the credentials, as everybody does.
 */
export async function storeRefreshed(
  db: Handle,
  marketplaceId: number,
  token: string,
  credentials: SealedCredentials,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    with marketplace as materialized (
      select id from marketplaces where id = ${marketplaceId} for no key update),
    held as (
      select c.refresh_expires_at from marketplace_credentials c
      where c.marketplace_id = (select id from marketplace) and c.refresh_token = ${token} for update),
    moved as (
      ${movingConsentEnd(marketplaceId, sql`(select refresh_expires_at from held)`, credentials.refreshExpiresAt)})
    update marketplace_credentials set
      sealed = ${credentials.sealed}, access_expires_at = ${credentials.accessExpiresAt},
      refresh_expires_at = ${credentials.refreshExpiresAt}, version = version + 1,
      refresh_token = null, refresh_until = null, updated_at = ${now}
    from held where marketplace_id = ${marketplaceId}
    returning marketplace_id`.execute(db);
  return rows.length === 1;
}

/** Releases the lease to refresh. */
export async function releaseRefresh(db: Handle, marketplaceId: number, token: string): Promise<void> {
  await sql`
    update marketplace_credentials set refresh_token = null, refresh_until = null
    where marketplace_id = ${marketplaceId} and refresh_token = ${token}`.execute(db);
}

/** Connected marketplaces of a channel whose access runs out before an instant. */
export async function findRunningOut(
  db: Handle,
  channel: ChannelKind,
  before: Date,
): Promise<readonly { id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select m.id from marketplace_credentials c
    join marketplaces m on m.id = c.marketplace_id
    join stores s on s.id = m.store_id and s.deleted_at is null
    where m.channel = ${channel} and m.deleted_at is null and m.state = 'verified' and not m.needs_authorization
      and c.access_expires_at < ${before}`.execute(db);
  return rows;
}

/** Deletes the credentials of a marketplace that was left and not authorised again since. */
export async function deleteCredentials(db: Handle, marketplaceId: number): Promise<void> {
  // The lock serialises this with a concurrent authorisation, whose new credentials must stay.
  await sql`
    with abandoned as (
      select id from marketplaces
      where id = ${marketplaceId} and state = 'unverified' and deactivated_at is not null for no key update)
    delete from marketplace_credentials c using abandoned where c.marketplace_id = abandoned.id`.execute(db);
}
