import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A mail server that keeps what it is given. */
export interface MailSink {
  /** Value of SMTP_URL. */
  readonly url: string;
  /** What a pattern finds in the mails so far, once it finds something. */
  find(pattern: RegExp): Promise<string>;
  close(): void;
}

const PATIENCE_MS = 30_000;
const END_OF_MAIL = '\r\n.\r\n';

/** Opens a mail server that takes every mail, over plain SMTP on this machine. */
export async function openMailSink(): Promise<MailSink> {
  const mails: string[] = [];
  const server = createServer((socket) => {
    let unread = '';
    let isMail = false;
    const answer = (line: string): void => void socket.write(`${line}\r\n`);
    const readMail = (): boolean => {
      const end = unread.indexOf(END_OF_MAIL);
      if (end === -1) return false;
      mails.push(plain(unread.slice(0, end)));
      unread = unread.slice(end + END_OF_MAIL.length);
      isMail = false;
      answer('250 kept');
      return true;
    };
    const readCommand = (): boolean => {
      const end = unread.indexOf('\r\n');
      if (end === -1) return false;
      const command = unread.slice(0, 4).toUpperCase();
      unread = unread.slice(end + 2);
      isMail = command === 'DATA';
      answer(isMail ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 ok');
      return true;
    };
    socket.on('data', (part: Buffer) => {
      unread += part.toString('utf8');
      while (isMail ? readMail() : readCommand());
    });
    socket.on('error', () => socket.destroy());
    answer('220 ready');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  return {
    url: `smtp://127.0.0.1:${String(address.port)}`,
    async find(pattern) {
      const until = performance.now() + PATIENCE_MS;
      for (;;) {
        const found = mails.map((mail) => pattern.exec(mail)?.[0]).find((text) => text !== undefined);
        if (found !== undefined) return found;
        if (performance.now() > until) throw new Error(`No mail has ${String(pattern)}.`);
        await pause(50);
      }
    },
    close: () => void server.close(),
  };
}

/** A mail without the quoting that makes its lines short. */
function plain(mail: string): string {
  return mail
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
