import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { MailLanguage, StoreRole } from '@evenstock/contract/accounts/accounts';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { Identity } from '../../../api/identity.ts';
import type { PageRequest } from '../../../api/page-request.ts';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import type { Tables } from '../../../tables.ts';

export type Country = 'sg' | 'vn' | 'id' | 'my';

export interface StoreRow {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly country: Country;
  readonly companyName: string | null;
  readonly address: string | null;
  readonly sendEmailNotifications: boolean;
  readonly sendStockError: boolean;
  readonly canSyncQuantity: boolean;
  readonly subscriptionTier: string | null;
  readonly subscriptionId: string | null;
  readonly requiresSecondFactor: boolean;
  readonly runningOutDays: number | null;
  readonly keepsSafetyStock: boolean;
  readonly makesSets: boolean;
  readonly referralCode: string;
}

/** A store with the facts that admission depends on. */
export interface ScopeRow {
  readonly id: number;
  readonly slug: string;
  readonly country: Country;
  readonly role: StoreRole | null;
  readonly requiresSecondFactor: boolean;
}

/** A store that is not deleted, with the role of a user in it. */
export async function findScope(db: Handle, identity: Identity, userId: number): Promise<ScopeRow | null> {
  const where = 'id' in identity ? sql`s.id = ${identity.id}` : sql`s.slug = ${identity.slug}`;
  const { rows } = await sql<ScopeRow>`
    select s.id, s.slug, s.country, p.role, s.requires_second_factor as "requiresSecondFactor"
    from stores s left join store_profiles p on p.store_id = s.id and p.user_id = ${userId}
    where ${where} and s.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

export async function findStore(db: Handle, id: number): Promise<StoreRow | null> {
  const { rows } = await sql<StoreRow>`
    select id, slug, name, country, company_name as "companyName", address,
           send_email_notifications as "sendEmailNotifications", send_stock_error as "sendStockError",
           can_sync_quantity as "canSyncQuantity", console_subscription_tier as "subscriptionTier",
           stripe_subscription_id as "subscriptionId", requires_second_factor as "requiresSecondFactor",
           running_out_days as "runningOutDays", keeps_safety_stock as "keepsSafetyStock", makes_sets as "makesSets", referral_code as "referralCode"
    from stores where id = ${id} and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

export async function marketplacesOfStore(
  db: Handle,
  storeId: number,
): Promise<{ id: number; slug: string; name: string; channel: ChannelKind }[]> {
  const { rows } = await sql<{ id: number; slug: string; name: string; channel: ChannelKind }>`
    select id, slug, name, channel from marketplaces
    where store_id = ${storeId} and deleted_at is null order by created_at, id`.execute(db);
  return rows;
}

/** Live listings that share their SKU with at least one other live listing. */
export async function countMergedListings(db: Handle, storeId: number): Promise<number> {
  const { rows } = await sql<{ merged: number }>`
    select coalesce(sum(live_listings), 0)::int as merged from variants
    where store_id = ${storeId} and merged_into_id is null and live_listings > 1`.execute(db);
  return rows[0]?.merged ?? 0;
}

export interface ProfileRow {
  readonly id: number;
  readonly role: StoreRole;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const profileColumns = sql`p.id, p.role, p.created_at as "createdAt", p.updated_at as "updatedAt"`;

export async function findProfile(
  db: Handle,
  storeId: number,
  userId: number,
): Promise<(ProfileRow & { digestLanguage: MailLanguage | null }) | null> {
  const { rows } = await sql<ProfileRow & { digestLanguage: MailLanguage | null }>`
    select ${profileColumns}, p.digest_language as "digestLanguage" from store_profiles p
    where p.store_id = ${storeId} and p.user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

export interface MembershipRow extends ProfileRow {
  readonly storeId: number;
  readonly slug: string;
  readonly name: string;
}

/** One page of a user's memberships, and how many there are in all. */
export async function listMemberships(
  db: Handle,
  userId: number,
  direction: 'asc' | 'desc',
  page: PageRequest,
): Promise<{ rows: MembershipRow[]; total: number }> {
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<MembershipRow>`
    select ${profileColumns}, s.id as "storeId", s.slug, s.name
    from store_profiles p join stores s on s.id = p.store_id
    where p.user_id = ${userId} and s.deleted_at is null
    order by p.created_at ${way}, p.id ${way}
    limit ${page.perPage} offset ${page.offset}`.execute(db);
  const count = await sql<{ total: number }>`
    select count(*)::int as total from store_profiles p join stores s on s.id = p.store_id
    where p.user_id = ${userId} and s.deleted_at is null`.execute(db);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

/** The owner of a store. */
export async function findOwner(db: Handle, storeId: number): Promise<{ id: number; email: string } | null> {
  const { rows } = await sql<{ id: number; email: string }>`
    select u.id, u.email from store_profiles p join users u on u.id = p.user_id
    where p.store_id = ${storeId} and p.role = 'owner'`.execute(db);
  return rows[0] ?? null;
}

/** The slugs that begin with a base. */
export async function slugsLike(db: Handle, base: string): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('stores').select('slug').where('slug', 'like', `${base}%`).execute();
  return new Set(rows.map((row) => row.slug));
}

/** Adds a store. @returns its id */
export async function insertStore(tx: Tx, store: Insertable<Tables['stores']>): Promise<number> {
  const { id } = await tx.insertInto('stores').values(store).returning('id').executeTakeFirstOrThrow();
  return id;
}

type StoreChanges = {
  readonly [Column in keyof Updateable<Tables['stores']>]?: Updateable<Tables['stores']>[Column] | undefined;
};

/** Changes columns of a store; those that are undefined stay. */
export async function setStore(tx: Tx, storeId: number, changes: StoreChanges, now: Date): Promise<void> {
  await tx
    .updateTable('stores')
    // Kysely leaves out columns that are undefined.
    .set({ ...changes, updated_at: now })
    .where('id', '=', storeId)
    .execute();
}

/** The columns that `setStore` changes. */
export function fieldsOfStore(
  tx: Tx,
  storeId: number,
): Promise<
  Pick<
    Selectable<Tables['stores']>,
    | 'name'
    | 'country'
    | 'company_name'
    | 'address'
    | 'send_email_notifications'
    | 'send_stock_error'
    | 'requires_second_factor'
    | 'running_out_days'
    | 'keeps_safety_stock'
    | 'makes_sets'
  >
> {
  return tx
    .selectFrom('stores')
    .select([
      'name',
      'country',
      'company_name',
      'address',
      'send_email_notifications',
      'send_stock_error',
      'requires_second_factor',
      'running_out_days',
      'keeps_safety_stock',
      'makes_sets',
    ])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
}

/** Switches a store's Inventory Sync on or off. False: it was so before. */
export async function setSync(tx: Tx, storeId: number, isOn: boolean, now: Date): Promise<boolean> {
  const changed = await tx
    .updateTable('stores')
    .set({ can_sync_quantity: isOn, updated_at: now })
    .where('id', '=', storeId)
    .where('can_sync_quantity', '<>', isOn)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Marks a store as deleted. */
export async function setDeleted(tx: Tx, storeId: number, now: Date): Promise<void> {
  await tx
    .updateTable('stores')
    .set({ deleted_at: now, updated_at: now })
    .where('id', '=', storeId)
    .execute();
}

/** Whether the shops of a store show fewer units than there are. */
export async function keepsSafetyStock(db: Handle, storeId: number): Promise<boolean> {
  const { keeps_safety_stock: keeps } = await db
    .selectFrom('stores')
    .select('keeps_safety_stock')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
  return keeps;
}

/** Whether SKUs of a store may be made of others; it stays so until the transaction ends. */
export async function makesSets(tx: Tx, storeId: number): Promise<boolean> {
  const { makes_sets: makes } = await tx
    .selectFrom('stores')
    .select('makes_sets')
    .where('id', '=', storeId)
    .forShare()
    .executeTakeFirstOrThrow();
  return makes;
}

/** Whether a store has a SKU that is made of others. */
export async function hasSets(db: Handle, storeId: number): Promise<boolean> {
  const row = await db
    .selectFrom('set_parts')
    .select('set_id')
    .where('store_id', '=', storeId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
