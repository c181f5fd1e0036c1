import { parseReply } from '../kit/read-records.ts';
import type { Access } from '../kit/access.ts';
import { callAmazon, marketplaceId } from './client.ts';
import { itemPath } from './listings-items.ts';
import { submission } from './wire.ts';
import type { Submission } from './wire.ts';

/** Changes of listings: taken at once, in force after a while (amazon-sg.md 3.2). */

/** Seconds that a change may take that was ACCEPTED: "minutes" (amazon-sg.md 3.2), taken for a quarter of an hour. */
export const settlesWithin = 900;

/** The language of what Amazon finds wrong. */
const issueLocale = 'en_SG';

export interface Patch {
  readonly op: 'replace' | 'merge' | 'delete';
  /** Of a whole attribute: nested paths are not taken. */
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

/** What Amazon finds wrong with a change, in its own words: the errors, else whatever it says. */
export function reasonOfIssues(issues: Submission['issues']): { code: string; reason: string } {
  const errors = issues.filter(({ severity }) => severity === 'ERROR');
  const faults = errors.length === 0 ? issues : errors;
  return {
    code: faults[0]?.code ?? 'INVALID',
    reason:
      faults.length === 0
        ? 'it gives no reason. Look at the listing in Seller Central.'
        : faults.map(({ message }) => message).join(' '),
  };
}
