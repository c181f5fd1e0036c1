import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { invalid } from '../../api/routing.ts';
import { keepsSafetyStock } from './stores.queries.ts';

/** @throws Refusal 422 where the store keeps no safety stock */
export async function requireSafetyKept(ctx: Context, storeId: number): Promise<void> {
  if (!(await keepsSafetyStock(ctx.db, storeId))) throw invalid('safety_stock', message('stock.safety_off'));
}
