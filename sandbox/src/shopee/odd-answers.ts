import { z } from 'zod';
import { jsonOf } from '../core/json-reply.ts';
import type { Random } from '../core/random.ts';
import type { SandboxReply, SandboxRequest } from '../core/simulator.ts';
import { replyError, replyWith, ShopeeError } from './reply.ts';

const rowsOfItem = z.object({
  stock_list: z.array(z.object({ model_id: z.union([z.number(), z.string()]).optional() })),
});

/** A refusal with an error that no document has. */
export const unknownError = (random: Random): SandboxReply =>
  replyError(random, new ShopeeError('error_relay_9f', 'Unrecognised condition 9f.'));

/** Stock: all rows failed, with success outside, and ids as text. Else an error that is a dash, and nothing in the response. */
export function lyingSuccess(random: Random, { url, body }: SandboxRequest): SandboxReply {
  const asked = url.pathname.endsWith('/update_stock') ? rowsOfItem.safeParse(jsonOf(body)) : null;
  if (asked?.success === true) {
    const failed_reason = 'Inner error, please try again later.';
    const failure_list = asked.data.stock_list.map(({ model_id: id }) => ({
      model_id: String(id ?? 0),
      failed_reason,
    }));
    return replyWith(random, { response: { success_list: [], failure_list } });
  }
  return replyError(random, new ShopeeError('-', 'System error, please try again later.', { response: {} }));
}
