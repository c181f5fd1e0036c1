import { showRawOrder } from '@evenstock/contract/orders/order-work';
import { call } from '../../api/call.ts';

/**
 * Fetches the marketplace's raw reply about an order and logs it to the console.
 * @throws CallError
 */
export async function logRawOrder(params: {
  readonly storeId: string;
  readonly referenceNumber: string;
}): Promise<void> {
  const { answers } = await call(showRawOrder, { params });
  console.log(answers);
}
