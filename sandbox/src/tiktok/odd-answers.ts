import { z } from 'zod';
import { jsonOf, jsonReply } from '../core/json-reply.ts';
import type { SandboxReply, SandboxRequest } from '../core/simulator.ts';
import { Failure, replyFailure } from './reply.ts';

const stockRows = z.object({ skus: z.array(z.object({ id: z.string() })) });
const busy = 'Internal error. Please try again later.';

/** A refusal with a code that no document has. */
export const unknownError = (requestId: string): SandboxReply =>
  replyFailure(requestId, new Failure(98117733, 'Unrecognised condition 98117733.'));

/** Stock: the code of success as text, and each SKU among the errors. Else an error with status 200 and its code as text. */
export function lyingSuccess(requestId: string, { url, body }: SandboxRequest): SandboxReply {
  const asked = url.pathname.endsWith('/inventory/update') ? stockRows.safeParse(jsonOf(body)) : null;
  if (asked?.success !== true)
    return jsonReply(200, { code: '36009003', message: busy, request_id: requestId, data: {} });
  const errors = asked.data.skus.map(({ id }) => ({
    code: '36009003',
    message: busy,
    detail: { sku_id: id },
  }));
  return jsonReply(200, { code: '0', message: 'Success', request_id: requestId, data: { errors } });
}
