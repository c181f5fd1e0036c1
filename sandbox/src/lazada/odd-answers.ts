import type { SandboxReply, SandboxRequest } from '../core/simulator.ts';
import { Failure, failureAnswer, flatAnswer } from './reply.ts';
import { readSkus, type SkuEntry } from './sku-payload.ts';

const busy = 'System busy, please try again later.';

/** A refusal with a code that no document has. */
export const unknownError = (requestId: string): SandboxReply =>
  failureAnswer(new Failure('94177', 'Unrecognised condition 94177', 'ISP'), requestId);

/** Stock: success, and each SKU among the failed ones, with a code as text. Else success, and its opposite beside it. */
export function lyingSuccess(
  requestId: string,
  parameters: ReadonlyMap<string, string>,
  { url }: SandboxRequest,
): SandboxReply {
  const entries = skusIn(url.pathname.endsWith('/update') ? parameters.get('payload') : undefined);
  if (entries.length === 0)
    return flatAnswer({ success: 'false', error_code: 'E1000', error_msg: busy, data: {} }, requestId);
  const detail = entries.map(({ ItemId, SkuId, SellerSku }) => ({
    item_id: ItemId,
    sku_id: SkuId,
    seller_sku: SellerSku,
    code: 'E1000',
    message: busy,
  }));
  return flatAnswer({ data: {}, detail }, requestId);
}

function skusIn(payload: string | undefined): SkuEntry[] {
  try {
    return payload === undefined ? [] : readSkus(payload);
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}
