import type { DueVoucher, listDueVouchers as listEndpoint } from '@evenstock/contract/billing/billing';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { pageOf, sortOf } from '../../api/page-request.ts';
import { readDueVouchers, type DueVoucherRow } from './due-vouchers.queries.ts';

/** One page of the accounts that are due a voucher, the latest first unless asked otherwise. People issue it; nothing is recorded of that. */
export async function listDueVouchers(
  ctx: Context,
  query: z.output<(typeof listEndpoint)['query']>,
): Promise<CallReply<typeof listEndpoint>> {
  const page = pageOf(query);
  const { direction } = sortOf(query.q?.s ?? query.s, ['due_since'], {
    field: 'due_since',
    direction: 'desc',
  });
  const { rows, total } = await readDueVouchers(ctx.db, ctx.clock.now(), direction, page);
  return {
    due_vouchers: rows.map(present),
    total_count: total,
    page: page.page,
    per_page: page.perPage,
  };
}

function present(row: DueVoucherRow): DueVoucher {
  return {
    id: row.userId,
    email: row.email,
    store: { id: row.storeId, slug: row.storeSlug, name: row.storeName },
    referred_by: { id: row.referrerId, slug: row.referrerSlug, name: row.referrerName },
    due_since: row.dueSince.toISOString(),
  };
}
