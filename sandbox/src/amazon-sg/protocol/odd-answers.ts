import type { SandboxReply, SandboxRequest } from '../../core/simulator.ts';
import { Failure, failureReply, json } from './reply.ts';

/** A refusal with a code that no document has. */
export const unknownError = (): SandboxReply =>
  failureReply(new Failure(400, 'RelayCondition9417', 'Unrecognised condition 9417.'));

const failed = { code: 'InternalFailure', message: 'We encountered an internal error. Please try again.' };

/** A listing's change: accepted, and an issue that is an error. Else status 200 and the errors of a failure. */
export function lyingSuccess({ method, url }: SandboxRequest): SandboxReply {
  const sku = /^\/listings\/2021-08-01\/items\/[^/]+\/([^/]+)$/.exec(url.pathname)?.[1];
  if (sku === undefined || method === 'GET') return json(200, { errors: [{ ...failed, details: '' }] });
  const issue = { code: '4000001', message: failed.message, severity: 'ERROR', attributeNames: [] };
  return json(200, {
    sku: decodeURIComponent(sku),
    status: 'ACCEPTED',
    submissionId: 'f1dc2914-75dd-11ea-bc55-0242ac130003',
    issues: [issue],
  });
}
