import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { mailPerson } from '../journal/mail-person.ts';
import { downloadLink } from './download-link.ts';
import { exportSources } from './export-sources.ts';
import { findResult, readRecipient } from './spreadsheets.queries.ts';

/** Mails the link of an export to its requester; an export without a file mails nothing. */
export async function mailExport(ctx: Context, operationId: number): Promise<void> {
  const to = await readRecipient(ctx.db, operationId);
  const source = exportSources.find(({ kind }) => kind === to?.kind);
  if (to === null || source === undefined) return;
  const result = await findResult(ctx.db, to.store_id, operationId, ctx.clock.now());
  if (result === null) return;
  const { subject, text } = source.mail(to.store);
  await mailPerson(
    ctx,
    { to: to.email },
    {
      subject,
      paragraphs: [text],
      action: {
        label: message('mails.export_action'),
        url: downloadLink(ctx, to.slug, { operationId, key: result.key }),
      },
      closing: [message('mails.export_link', { email: to.email })],
    },
  );
}
