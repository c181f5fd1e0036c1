import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { mailPerson } from '../journal/mail-person.ts';
import { downloadLink } from './download-link.ts';
import { findResult, readRecipient, wasImported } from './spreadsheets.queries.ts';

/** Mails the result of an import to the person who started it, with a link to the rows that failed. */
export async function mailMassUpdate(ctx: Context, operationId: number): Promise<void> {
  const to = await readRecipient(ctx.db, operationId);
  if (to === null) return;
  const { store, slug, done, failed } = to;
  const result = await findResult(ctx.db, to.store_id, operationId, ctx.clock.now());
  const isDone = to.state === 'done';
  const before = await wasImported(ctx.db, operationId);
  await mailPerson(
    ctx,
    { to: to.email },
    {
      subject: isDone
        ? message('mails.quantities_imported_subject', { store })
        : message('mails.quantities_not_imported_subject', { store }),
      paragraphs: [
        isDone
          ? message('mails.quantities_imported', { store, done, failed })
          : message('mails.quantities_not_imported', { store, done, failed }),
        ...(before ? [message('mails.quantities_before')] : []),
        ...(result === null ? [] : [message('mails.quantities_to_mend')]),
      ],
      action:
        result === null
          ? {
              label: message('mails.quantities_action'),
              url: `${ctx.settings.publicUrl}/stores/${slug}/products`,
            }
          : {
              label: message('mails.export_action'),
              url: downloadLink(ctx, slug, { operationId, key: result.key }),
            },
      closing: result === null ? [] : [message('mails.export_link', { email: to.email })],
    },
  );
}
