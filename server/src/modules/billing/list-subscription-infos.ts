import {
  pricing,
  type listSubscriptionInfos as listInfosEndpoint,
} from '@evenstock/contract/billing/billing';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { formatMoney, toMajor } from '@evenstock/contract/values/money';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { pageOf, sortOf } from '../../api/page-request.ts';
import { estimatedMonthlyCost } from './billing.rules.ts';
import { listInfos, type InfoRow } from './subscription-infos.queries.ts';

type Query = z.output<(typeof listInfosEndpoint)['query']>;
type Page = CallReply<typeof listInfosEndpoint>;

/**
 * One page of months, newest first unless asked otherwise.
 * @param storeId of one store; null for all of the installation
 */
export async function listSubscriptionInfos(
  ctx: Context,
  storeId: number | null,
  query: Query,
): Promise<Page> {
  const page = pageOf(query);
  const { direction } = sortOf(query.q?.s ?? query.s, ['created_at'], {
    field: 'created_at',
    direction: 'desc',
  });
  const { rows, total } = await listInfos(ctx.db, storeId, direction, page);
  return {
    monthly_subscription_infos: rows.map(present),
    total_count: total,
    page: page.page,
    per_page: page.perPage,
  };
}

function present(row: InfoRow): Page['monthly_subscription_infos'][number] {
  const { currency } = pricing;
  const cost = estimatedMonthlyCost(row.averageHundredths);
  return {
    id: row.id,
    store: { id: row.storeId, slug: row.storeSlug, name: row.storeName },
    year: row.year,
    month: row.month,
    average_merged_count: row.averageHundredths / 100,
    estimated_monthly_cost: toMajor(cost, currency),
    formatted_estimated_monthly_cost: formatMoney(cost, currency),
    charged_amount: toMajor(row.charged, currency),
    formatted_charged_amount: formatMoney(row.charged, currency),
    currency,
    created_at: row.createdAt.toISOString(),
  };
}
