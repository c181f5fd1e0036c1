import { escapeHtml } from '../text/html.ts';
import type { MailMessage } from './mail.ts';

export interface MailParts {
  /** As HTML names it; `en` unless given. */
  readonly language?: string;
  readonly subject: string;
  /** The paragraphs of the mail. */
  readonly paragraphs: readonly string[];
  /** The one button of the mail. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Small print at the end. */
  readonly closing?: readonly string[];
}

const font = "font:15px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif";
const button =
  'display:inline-block;padding:10px 18px;border-radius:8px;background:#0b6e5f;color:#ffffff;text-decoration:none;font-weight:600';

/**
 * Lays out a mail as text and as equivalent HTML, without pictures and with every text escaped. The subject is one line, whatever
 * the name of the store.
 */
export function layOutMail(mail: MailParts): Omit<MailMessage, 'to'> {
  const { paragraphs, action, closing = [], language = 'en' } = mail;
  const subject = mail.subject.replaceAll(/\s+/g, ' ').trim();
  const text = [
    ...paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...(action === undefined ? [] : [`${action.label}:`, action.url, '']),
    ...closing,
  ];
  const rows = [
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 14px">${lines(paragraph)}</p>`),
    ...(action === undefined
      ? []
      : [
          `<p style="margin:22px 0"><a href="${escapeHtml(action.url)}" style="${button}">${escapeHtml(action.label)}</a></p>`,
          `<p style="margin:0 0 14px;color:#5b636d;font-size:13px;word-break:break-all">${escapeHtml(action.url)}</p>`,
        ]),
    ...closing.map((line) => `<p style="margin:0 0 6px;color:#5b636d;font-size:13px">${lines(line)}</p>`),
  ];
  const html =
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>` +
    `<body style="margin:0;padding:24px;background:#f6f7f8;color:#1a1d21;${font}">` +
    `<div style="max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #e6e8eb;border-radius:10px">` +
    `<p style="margin:0 0 18px;font-weight:700;color:#0b6e5f">Evenstock</p>${rows.join('')}</div></body></html>`;
  return { subject, text: text.join('\n').trimEnd(), html };
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}
