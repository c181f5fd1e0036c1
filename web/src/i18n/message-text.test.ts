import { messageChinese } from '@evenstock/contract/messages/catalogue.zh';
import { message } from '@evenstock/contract/messages/message';
import { said } from '@evenstock/contract/messages/english';
import { beforeAll, describe, expect, it } from 'vitest';
import { messagesText, messageText, paragraphText } from './message-text.ts';
import { addChinese, speak, startTexts } from './texts.ts';

const name = '<b>{{marketplace}}</b> & {{count}} $t(term:marketplace) $t(x)';
const zeroing = said(message('marketplaces.zeroing_needs_authorisation', { marketplace: name }));
const startAgain = said(message('connections.start_again', { reason: name }));
const record = [
  said(message('pulls.record_named', { reference: 'A-1' })),
  said(message('api.channel', { text: 'The order has no lines.' })),
  said(message('connections.consent_ran_out')),
];

beforeAll(async () => {
  await startTexts('en');
  addChinese({}, messageChinese);
});

describe('messages of the server, in English', () => {
  beforeAll(() => speak('en'));

  it('are shown as their text', () => {
    expect(messageText(zeroing)).toBe(zeroing.text);
  });

  it('have a space between two messages', () => {
    expect(paragraphText(record)).toBe('A-1: The order has no lines. The authorisation ran out.');
  });
});

describe('messages of the server, in Chinese', () => {
  beforeAll(() => speak('zh-Hans'));

  it('are translated, with their values unchanged', () => {
    expect(messageText(zeroing)).toBe(
      `${name} 未授权，无法在此将其链接设为 0。请先授权，或在其卖家中心设为 0。`,
    );
    expect(messageText(startAgain)).toBe(`${name} 请在销售渠道页面重新开始。`);
  });

  it('have a space only after characters that are not Chinese', () => {
    expect(paragraphText(record)).toBe('记录 A-1：The order has no lines. 授权已到期。');
    expect(paragraphText([])).toBe('');
  });

  it('are joined, and all in English if one of them has no translation', () => {
    const ownWords = { code: 'api.channel', values: { text: 'Slow down.' } };
    const text = 'Slow down. It goes on by itself shortly.';
    expect(messagesText([ownWords, { code: 'operations.goes_on', values: {} }], text)).toBe(
      'Slow down. 稍后会自动继续。',
    );
    expect(messagesText([ownWords, { code: 'operations.not_there', values: {} }], text)).toBe(text);
    expect(messagesText(undefined, text)).toBe(text);
    expect(messagesText([], text)).toBe(text);
  });

  it('are in English if the code is unknown here or the server sends no codes', () => {
    expect(messageText({ code: 'stores.not_yet_known', values: {}, text: 'New.' })).toBe('New.');
    expect(messageText({ text: 'Old.' })).toBe('Old.');
  });
});
