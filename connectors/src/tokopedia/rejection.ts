import { message } from '@evenstock/contract/messages/message';
import type { ActionResult } from '../kit/capabilities.ts';
import { ChannelError } from '../kit/errors.ts';
import { rejectionOf } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import { channel } from './channel.ts';

/** tokopedia.md 2: codes after which the outcome is unknown and has to be checked. */
const downstream = new Set(['ORD_USC_007', 'ORD_USC_014', 'LGS_USC_006']);

/** What the document calls final (tokopedia.md 2); every other refusal may pass. */
const knownRejections: readonly KnownRejection[] = [
  {
    when: /^(?:ORD_API_008|OPENAPI_DB_003)\b/,
    reason: message('refusals.order_gone', { channel }),
    mayPass: false,
  },
];

/** Tokopedia's refusal of a call, as a result; any other fault is thrown on. */
export async function rejectionAsResult(work: () => Promise<ActionResult>): Promise<ActionResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    const { code, reason } = error.fault;
    return downstream.has(code) ? { outcome: 'unknown', reason } : rejectionOf(knownRejections, code, reason);
  }
}
