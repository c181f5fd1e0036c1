import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { invalid } from '../../../api/routing.ts';
import { keepsSafetyStock } from './stores.queries.ts';

/**
 * @param field the one that names units to keep back
 * @throws Refusal 422 where the store keeps none back
 */
export async function requireSafetyKept(
  ctx: Context,
  storeId: number,
  field: 'safety_stock' | 'last_units' = 'safety_stock',
): Promise<void> {
  if (!(await keepsSafetyStock(ctx.db, storeId))) throw invalid(field, message('stock.safety_off'));
}
