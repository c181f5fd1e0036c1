import type { CallReply } from '@evenstock/contract/api/endpoint';
import { message } from '@evenstock/contract/messages/message';
import { operationAbilities } from '@evenstock/contract/operations/operations';
import type { showDownload as showDownloadEndpoint } from '@evenstock/contract/spreadsheets/spreadsheets';
import { abilitiesIn } from '../../api/caller-abilities.ts';
import { Refusal, type Call } from '../../api/routing.ts';
import { requireOperation } from '../operations/show-operation.ts';
import { isSignedFor } from './download-link.ts';
import { findResult } from './spreadsheets.queries.ts';
import { sheetType } from './write-sheet.ts';

/**
 * The file of a mailed link, for its requester if the person may still start such an operation.
 * @throws Refusal 404 for a link that is another person's, was not signed here, or has ended
 */
export async function showDownload({
  ctx,
  store,
  actor,
  params: { operationId },
  query,
}: Call<typeof showDownloadEndpoint>): Promise<CallReply<typeof showDownloadEndpoint>> {
  const operation = await requireOperation(ctx.db, store.id, operationId);
  const isOwn = operation.userId === actor.userId;
  const mayDo = abilitiesIn(store.role, actor).includes(operationAbilities[operation.kind]);
  const result = isOwn && mayDo ? await findResult(ctx.db, store.id, operationId, ctx.clock.now()) : null;
  if (result === null || !isSignedFor(ctx, query.sig ?? '', { operationId, key: result.key })) {
    throw new Refusal(404, message('spreadsheets.link_ended'));
  }
  const { key, name, expires_at: until } = result;
  return {
    download: {
      name,
      url: ctx.files.link(key, { mediaType: sheetType, name }),
      expires_at: until.toISOString(),
    },
  };
}
