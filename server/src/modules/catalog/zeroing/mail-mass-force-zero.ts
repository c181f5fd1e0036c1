import { message, messageOnWire } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { momentIn } from '../../../platform/time/days.ts';
import { mailPerson } from '../../journal/mail-person.ts';
import { readForceZeroMail } from './force-zero.queries.ts';
import { forceZeroParams } from './run-mass-force-zero.ts';

/** Maximum number of rows that are named; the mail gives the number of the others. */
const ROWS_NAMED = 50;

/** Mails the results to the person who scheduled that listings show 0: how many do, and which do not, with the reason. */
export async function mailMassForceZero(ctx: Context, operationId: number): Promise<void> {
  const found = await readForceZeroMail(ctx.db, operationId);
  if (found === null) return;
  const { email, name: store, slug, done, others } = found;
  const { force_zero_qty_from: from, force_zero_qty_to: to, zone } = forceZeroParams.parse(found.params);
  const rows = others
    .slice(0, ROWS_NAMED)
    .map(({ label, code, values }) => [
      message('mails.zeroed_row', { name: label }),
      messageOnWire.parse({ code, values }),
    ]);
  const more = others.length - rows.length;
  const isRemoved = from === null || to === null;
  await mailPerson(
    ctx,
    { to: email },
    {
      subject: isRemoved
        ? message('mails.unzeroed_subject', { store })
        : message('mails.zeroed_subject', { store }),
      paragraphs: [
        isRemoved
          ? message('mails.unzeroed', { listings: done })
          : message('mails.zeroed', {
              listings: done,
              from: momentIn(zone, new Date(from)),
              to: momentIn(zone, new Date(to)),
              zone,
            }),
        ...rows,
        ...(more > 0 ? [message('mails.zeroed_more_rows', { rows: more })] : []),
      ],
      action: {
        label: message('mails.zeroed_action'),
        url: `${ctx.settings.publicUrl}/stores/${slug}/products`,
      },
    },
  );
}
