import { z } from 'zod';
import { badRequest } from './reply.ts';
import type { ShopCall } from './shop-call.ts';

const longestKey = 255;

/** Does a write of the return and refund calls once for each `idempotency_key`: asked again, it gives the first answer (tiktok.md 6). */
export function once(call: ShopCall, act: () => object): unknown {
  const key = call.query.get('idempotency_key') ?? '';
  if (key.length > longestKey)
    throw badRequest(`Invalid parameter idempotency_key: at most ${String(longestKey)} characters.`);
  if (key === '') return act();
  const kept = `${call.shop.id}${call.path}?${key}`;
  const before = call.records.answers.get(kept);
  if (before !== undefined) return before.data;
  return call.records.answers.put(kept, { data: z.json().parse(act()) }).data;
}
