import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { showMassUpdate as showMassUpdateEndpoint } from '@evenstock/contract/spreadsheets/spreadsheets';
import { notFound, type Call } from '../../api/routing.ts';
import { requireOperation, showMassAction } from '../operations/show-operation.ts';
import { massUpdateOperation } from './run-mass-update.ts';
import { findResult, isAnotherUnderWay } from './spreadsheets.queries.ts';
import { sheetType } from './write-sheet.ts';

/** Shows the progress of a mass update, and its failed rows as a file. @throws Refusal 404 */
export async function showMassUpdate({
  ctx,
  store,
  params: { operationId },
}: Call<typeof showMassUpdateEndpoint>): Promise<CallReply<typeof showMassUpdateEndpoint>> {
  const operation = await requireOperation(ctx.db, store.id, operationId);
  if (operation.kind !== 'variant.mass_update') throw notFound('operation');
  const { id, done, failed, finishedAt, startedAt } = operation;
  const result = await findResult(ctx.db, store.id, id, ctx.clock.now());
  const isBehind = finishedAt === null && done + failed === 0 && startedAt !== null;
  return {
    mass_update: {
      ...(await showMassAction(ctx, store.id, id, () => massUpdateOperation)),
      failed,
      waits: isBehind && (await isAnotherUnderWay(ctx.db, store.id, id)),
      failed_rows_url:
        result === null ? null : ctx.files.link(result.key, { mediaType: sheetType, name: result.name }),
    },
  };
}
