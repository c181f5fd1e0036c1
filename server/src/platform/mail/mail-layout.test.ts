import { expect, it } from 'vitest';
import { layOutMail } from './mail-layout.ts';

const mail = layOutMail({
  subject: 'You have been invited\r\nBcc: everybody@shop.test',
  paragraphs: ['<b>Kopi</b> & Toast asks you to join.'],
  action: { label: 'Accept', url: 'https://stock.test/accept?token=a&b="c"' },
  closing: ['The link works once.'],
});

it('says the same as text and as HTML', () => {
  expect(mail.text).toBe(
    '<b>Kopi</b> & Toast asks you to join.\n\nAccept:\nhttps://stock.test/accept?token=a&b="c"\n\nThe link works once.',
  );
  expect(mail.html).toContain('&#60;b&#62;Kopi&#60;/b&#62; &#38; Toast asks you to join.');
  expect(mail.html).toContain('The link works once.');
});

it('escapes texts, and keeps the subject on one line', () => {
  expect(mail.html).not.toContain('<b>');
  expect(mail.html).toContain('href="https://stock.test/accept?token=a&#38;b=&#34;c&#34;"');
  expect(mail.subject).toBe('You have been invited Bcc: everybody@shop.test');
  expect(mail.html).not.toMatch(/<img|src=|<link|@import|url\(/);
});
