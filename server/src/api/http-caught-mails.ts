import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { escapeHtml } from '../platform/text/html.ts';
import { sendPage } from './http-page.ts';

const MOST_MAILS = 200;

/** `/dev/mail`: the mails of an installation that sends none. The demo alone has it; there is nothing secret in a demo. */
export function addCaughtMails(app: FastifyInstance, db: Database): void {
  app.get('/dev/mail', async (_request, reply) => {
    const mails = await db
      .selectFrom('caught_mails')
      .select(['id', 'recipient', 'subject', 'created_at'])
      .orderBy('id', 'desc')
      .limit(MOST_MAILS)
      .execute();
    const rows = mails.map(
      (mail) =>
        `<tr><td>${mail.created_at.toISOString().slice(0, 16).replace('T', ' ')} UTC<td>${escapeHtml(mail.recipient)}` +
        `<td><a href="/dev/mail/${String(mail.id)}">${escapeHtml(mail.subject)}</a>`,
    );
    const list =
      rows.length === 0
        ? '<p>No mail was sent yet.'
        : `<table><thead><tr><th>Sent<th>To<th>Subject<tbody>${rows.join('')}</table>`;
    return sendPage(reply, 'Caught mails', `<h1>Caught mails</h1>${list}`);
  });
  app.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const id = Number(request.params.id);
    const mail = Number.isSafeInteger(id)
      ? await db.selectFrom('caught_mails').selectAll().where('id', '=', id).executeTakeFirst()
      : undefined;
    if (mail === undefined) {
      return sendPage(
        reply.code(404),
        'No such mail',
        '<p>There is no such mail. <a href="/dev/mail">All mails</a>',
      );
    }
    const asHtml =
      mail.html === null
        ? ''
        : `<p><a href="/dev/mail/${String(mail.id)}/html">As a mail program shows it</a>`;
    return sendPage(
      reply,
      mail.subject,
      `<p><a href="/dev/mail">All mails</a><h1>${escapeHtml(mail.subject)}</h1><p>To ${escapeHtml(mail.recipient)}${asHtml}<pre>${linked(mail.body)}</pre>`,
    );
  });
  app.get<{ Params: { id: string } }>('/dev/mail/:id/html', async (request, reply) => {
    const id = Number(request.params.id);
    const mail = Number.isSafeInteger(id)
      ? await db.selectFrom('caught_mails').select('html').where('id', '=', id).executeTakeFirst()
      : undefined;
    if (mail?.html == null) return sendPage(reply.code(404), 'No such mail', '<p>There is no such mail.');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(mail.html);
  });
}

/** A mail's text as HTML, with what looks like an address made to be followed. */
function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}
