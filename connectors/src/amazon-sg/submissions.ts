import { message, type Message } from '@evenstock/contract/messages/message';
import { parseReply } from '../kit/read-records.ts';
import type { Access } from '../kit/access.ts';
import { callAmazon, marketplaceId } from './client.ts';
import { itemPath } from './listings-items.ts';
import { submission } from './wire.ts';
import type { Submission } from './wire.ts';
import { channel } from './channel.ts';
import { asMessage } from '../kit/errors.ts';

/** Changes of listings are accepted at once and take effect later (amazon-sg.md 3.2). */

/** Seconds until an ACCEPTED change takes effect: "minutes" (amazon-sg.md 3.2), assumed to be a quarter of an hour. */
export const settlesWithin = 900;

/** The language of issues. */
const issueLocale = 'en_SG';

export interface Patch {
  readonly op: 'replace' | 'merge' | 'delete';
  /** Path of a whole attribute: nested paths are not accepted. */
  readonly path: string;
  readonly value: readonly Readonly<Record<string, unknown>>[];
}

/** Changes one attribute of a listing. */
export async function patchItem(
  access: Access,
  sku: string,
  productType: string,
  patch: Patch,
): Promise<Submission> {
  const { body } = await callAmazon(access, {
    operation: 'patchListingsItem',
    method: 'PATCH',
    path: itemPath(access, sku),
    query: { marketplaceIds: marketplaceId, issueLocale },
    body: { productType, patches: [patch] },
  });
  return parseReply(submission, body, 'patchListingsItem');
}

/** Removes a listing: the offer and its data. */
export async function deleteItem(access: Access, sku: string): Promise<Submission> {
  const { body } = await callAmazon(access, {
    operation: 'deleteListingsItem',
    method: 'DELETE',
    path: itemPath(access, sku),
    query: { marketplaceIds: marketplaceId, issueLocale },
  });
  return parseReply(submission, body, 'deleteListingsItem');
}

/** The messages for a refused change. */
export type Refused = 'refusals.quantity' | 'refusals.price' | 'refusals.removal';

/** Why Amazon refused a change, in its own words: the errors, else whatever it says. */
export function faultsIn(issues: Submission['issues'], what: Refused): { code: string; reason: Message } {
  const errors = issues.filter(({ severity }) => severity === 'ERROR');
  const faults = errors.length === 0 ? issues : errors;
  const reason = faults.map((issue) => issue.message).join(' ');
  return {
    code: faults[0]?.code ?? 'INVALID',
    reason:
      faults.length === 0
        ? message('refusals.no_reason', { channel })
        : asMessage(message(what, { channel, reason })),
  };
}
