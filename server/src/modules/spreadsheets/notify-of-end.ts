import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notify } from '../journal/notify.ts';
import type { OperationEnd, OperationRecord } from '../operations/operation-definition.ts';
import { downloadPlace } from './download-link.ts';
import type { ExportSource } from './export-source.ts';
import { findResult, readRecipient } from './spreadsheets.queries.ts';

/** Notifies the requester of an export that it is ready, in the transaction of its end; one without a file notifies nobody. */
export async function notifyOfExport(
  tx: Tx,
  ctx: Context,
  { id: operationId, storeId, userId }: OperationRecord,
  source: Pick<ExportSource<unknown>, 'mail'>,
): Promise<void> {
  const at = ctx.clock.now();
  const to = await readRecipient(tx, operationId);
  const result = await findResult(tx, storeId, operationId, at);
  if (to === null || result === null) return;
  const { subject, text } = source.mail(to.store);
  await notify(tx, {
    storeId,
    kind: 'export_done',
    subjectId: operationId,
    userId,
    title: subject,
    paragraphs: [text],
    place: downloadPlace(ctx, { operationId, key: result.key }),
    at,
  });
}

/** Notifies the person who imported a sheet of its result, in the transaction of its end. */
export async function notifyOfImport(
  tx: Tx,
  ctx: Context,
  { id: operationId, storeId, userId }: OperationRecord,
  end: OperationEnd,
): Promise<void> {
  const at = ctx.clock.now();
  const to = await readRecipient(tx, operationId);
  if (to === null) return;
  const { store, done, failed } = to;
  const result = await findResult(tx, storeId, operationId, at);
  const isDone = end === 'done';
  await notify(tx, {
    storeId,
    kind: 'import_done',
    subjectId: operationId,
    userId,
    title: isDone
      ? message('mails.quantities_imported_subject', { store })
      : message('mails.quantities_not_imported_subject', { store }),
    paragraphs: [
      isDone
        ? message('mails.quantities_imported', { store, done, failed })
        : message('mails.quantities_not_imported', { store, done, failed }),
    ],
    place: result === null ? '/products' : downloadPlace(ctx, { operationId, key: result.key }),
    at,
  });
}
