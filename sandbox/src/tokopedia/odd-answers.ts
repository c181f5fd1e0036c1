import { z } from 'zod';
import { jsonOf, jsonReply } from '../core/json-reply.ts';
import type { SandboxReply, SandboxRequest } from '../core/simulator.ts';
import { answer, Failure, failureAnswer } from './reply.ts';

const stockRows = z.array(z.object({ product_id: z.int().optional(), sku: z.string().optional() }));

/** A refusal with a code that no document has. */
export const unknownError = (): SandboxReply =>
  failureAnswer('header', new Failure(400, 'GTW_RLY_917', 'Unrecognised condition 917'));

/** Stock: success, and each row among the failed ones. Else a header of success that has an error's code, and nothing in it. */
export function lyingSuccess({ url, body }: SandboxRequest): SandboxReply {
  const asked = url.pathname.endsWith('/stock/update') ? stockRows.safeParse(jsonOf(body)) : null;
  if (asked?.success === true) {
    const failed = asked.data.map(({ product_id: id, sku }) => ({
      product_id: String(id ?? ''),
      sku: sku ?? '',
      message: 'Server busy, please try again later',
    }));
    return answer('header', {
      succeed_rows: '0',
      failed_rows: String(failed.length),
      failed_rows_data: failed,
    });
  }
  return jsonReply(200, {
    header: {
      process_time: 0.018,
      messages: 'Your request has been processed successfully',
      reason: 'Scan failed',
      error_code: 'OPENAPI_DB_002',
    },
    data: null,
  });
}
