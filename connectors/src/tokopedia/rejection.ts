import { message } from '@evenstock/contract/messages/message';
import type { ActionResult } from '../kit/capabilities.ts';
import { ChannelError } from '../kit/errors.ts';
import { catchRejection } from '../kit/rejections.ts';
import type { KnownRejection, Took } from '../kit/rejections.ts';
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
export async function rejectionAsResult(work: (took: Took) => Promise<ActionResult>): Promise<ActionResult> {
  return catchRejection(knownRejections, async (took) => {
    try {
      return await work(took);
    } catch (error) {
      if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
      const { code, reason } = error.fault;
      if (!downstream.has(code)) throw error;
      return { outcome: 'unknown', reason };
    }
  });
}
