import { message } from '@evenstock/contract/messages/message';
import { gunzipSync } from 'node:zlib';
import { unavailable, unexpected } from '../kit/errors.ts';
import { charsetIn, decodedText } from '../kit/decoding.ts';
import type { ChannelReply } from '../kit/http.ts';
import type { Access, AppKeys } from '../kit/access.ts';
import type { Document } from './wire.ts';
import { channel } from './channel.ts';

/**
 * Contents of reports and feeds are at presigned addresses on other hosts, valid for five minutes and called without our token
 * (amazon-sg.md 3.5).
 */

/** More than any seller's listings; an answer that unpacks to more is refused. */
const mostBytes = 512 * 1024 * 1024;

/** Downloads the content of a document, decompressed. */
export async function download(
  access: Access,
  document: Document,
): Promise<{ text: string; reply: ChannelReply }> {
  const url = storageAddress(access.app, document.url);
  const reply = await access.http.send({ method: 'GET', url, group: 'documents' });
  if (reply.status !== 200) {
    throw unavailable(message('answers.file_unavailable', { channel, status: reply.status }));
  }
  return { text: decoded(unpacked(reply.bytes), reply.headers['content-type']), reply };
}

/** Uploads the contents of a feed, with exactly the announced type. */
export async function upload(
  access: Access,
  address: string,
  contentType: string,
  content: string,
): Promise<void> {
  const reply = await access.http.send({
    method: 'PUT',
    url: storageAddress(access.app, address),
    headers: { 'content-type': contentType },
    body: new TextEncoder().encode(content),
    group: 'documents',
  });
  if (reply.status < 200 || reply.status >= 300) {
    throw unavailable(message('answers.file_unavailable', { channel, status: reply.status }));
  }
}

/** An address that an answer names is followed only to Amazon's storage, or to where the API itself is. */
export function storageAddress(app: AppKeys, address: string): string {
  const url = parsed(address);
  const api = parsed(app.hosts['api'] ?? '');
  const isAmazons =
    url !== null &&
    url.username === '' &&
    url.password === '' &&
    ((url.protocol === 'https:' && url.hostname.endsWith('.amazonaws.com')) ||
      (api !== null && url.origin === api.origin));
  if (!isAmazons) {
    throw unexpected(message('answers.foreign_address', { channel }));
  }
  return url.href;
}

function parsed(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

/** Whether it is packed is seen by its first bytes: the transport may have unpacked it already. */
function unpacked(bytes: Uint8Array): Uint8Array {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isPacked) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: mostBytes });
  } catch {
    throw unavailable(message('answers.file_broken', { channel }));
  }
}

/** In the character set that came with it (amazon-sg.md 11). */
function decoded(bytes: Uint8Array, contentType: string | undefined): string {
  const charset = charsetIn(contentType);
  const text = decodedText(bytes, charset);
  if (text === null)
    throw unexpected(message('answers.charset_unknown', { channel, charset: charset ?? '' }));
  return text;
}

/** One line of a flat file: its columns by their names in the header line, in lower case. */
export type FlatRow = Readonly<Record<string, string>>;

/**
 * The lines of a tab-separated file, by header name (amazon-sg.md 3.1). Throws `unexpected` where a column that is needed is
 * not in it.
 */
export function flatRows(text: string, needed: readonly string[]): FlatRow[] {
  const [header, ...lines] = cellsOf(text);
  const names = (header ?? []).map((name) => name.trim().toLowerCase());
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw unexpected(message('answers.columns_missing', { channel, columns: missing.join(', ') }));
  }
  return lines
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
    .map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index]?.trim() ?? ''])));
}

/** Cells are split at tabs; one that begins with a quote continues to the cell that ends with one, and so may hold tabs. */
function cellsOf(text: string): string[][] {
  return text.split(/\r?\n/).map((line) => {
    const cells: string[] = [];
    const pieces = line.split('\t');
    for (let at = 0; at < pieces.length; at += 1) {
      const piece = pieces[at] ?? '';
      const isOpen = /^"(?!.*"$)/.test(piece) || piece === '"';
      const end = isOpen ? pieces.findIndex((each, index) => index > at && each.endsWith('"')) : -1;
      cells.push(
        end < 0
          ? piece
          : pieces
              .slice(at, end + 1)
              .join('\t')
              .slice(1, -1)
              .replaceAll('""', '"'),
      );
      if (end >= 0) at = end;
    }
    return cells;
  });
}
