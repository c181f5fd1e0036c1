import { sql, type RawBuilder } from 'kysely';
import type { PageRequest } from '../../api/page-request.ts';
import type { Handle } from '../../platform/database/database.ts';

export interface DueVoucherRow {
  readonly userId: number;
  readonly email: string;
  readonly storeId: number;
  /** Null for a store that is deleted. */
  readonly storeSlug: string | null;
  readonly storeName: string;
  readonly referrerId: number;
  readonly referrerSlug: string | null;
  readonly referrerName: string;
  readonly dueSince: Date;
}

/** Who came by a referral and had a subscription of their first store beyond its first month. */
const due = (now: Date): RawBuilder<unknown> => sql`
  referrals r
  join users u on u.id = r.referred_user_id
  join stores s on s.id = r.referred_store_id
  join stores o on o.id = r.store_id
  cross join lateral (
    select min(b.began_at + interval '1 month') as since from store_subscriptions b
    where b.store_id = s.id and b.began_at + interval '1 month' <= ${now}
      and (b.ended_at is null or b.ended_at > b.began_at + interval '1 month')) second_month
  where second_month.since is not null`;

/** One page of the accounts that are due a voucher, and how many there are. */
export async function readDueVouchers(
  db: Handle,
  now: Date,
  direction: 'asc' | 'desc',
  page: PageRequest,
): Promise<{ rows: DueVoucherRow[]; total: number }> {
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<DueVoucherRow>`
    select u.id as "userId", u.email, s.id as "storeId", case when s.deleted_at is null then s.slug end as "storeSlug",
      s.name as "storeName", o.id as "referrerId", case when o.deleted_at is null then o.slug end as "referrerSlug",
      o.name as "referrerName", second_month.since as "dueSince"
    from ${due(now)}
    order by second_month.since ${way}, u.id ${way} limit ${page.perPage} offset ${page.offset}`.execute(db);
  const count = await sql<{ total: number }>`select count(*)::integer as total from ${due(now)}`.execute(db);
  return { rows, total: count.rows[0]?.total ?? 0 };
}
