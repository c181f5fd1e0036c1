import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SandboxClock } from '../core/clock.ts';
import { Journal } from '../core/journal.ts';
import { createSandbox } from '../sandbox.ts';
import { corpusEntry } from './corpus-entry.ts';
import { Trouble } from '../trouble/trouble.ts';
import { Wild } from './wild.ts';
import { applyPatch } from './patch.rules.ts';

const usual = {
  channel: 'shopee',
  record: 'listing',
  class: 'blank',
  about: 'a name that is not the seller’s',
  origin: { kind: 'crossed', where: 'field × class', seen: '2026-11-29' },
  rule: 'words are never compulsory',
  outcome: { changes: {} },
} as const;

const entry = (id: string, name: string) =>
  corpusEntry.parse({
    ...usual,
    id,
    call: 'product/get_item_base_info',
    records: '/response/item_list/*',
    key: '/item_id',
    patch: [{ op: 'set', path: '/item_name', value: name }],
  });

/** The oddities of one entry, at each call. */
function wildOf(wish: object): Wild {
  const one = corpusEntry.parse({ ...usual, id: 'one', ...wish });
  const journal = new Journal(null);
  const clock = new SandboxClock({ now: () => new Date(0) });
  const wild = new Wild(journal, clock, new Trouble(journal, clock, () => []), () => [one]);
  wild.set({ seed: 1, share: 1 });
  return wild;
}

function open() {
  const sandbox = createSandbox({
    seed: 1,
    content: 'none',
    dataDir: null,
    corpus: [entry('one', 'One'), entry('two', 'Two')],
  });
  return { sandbox };
}

describe('oddities', () => {
  const answer = {
    response: { item_list: Array.from({ length: 200 }, (_, id) => ({ item_id: id, item_name: 'Tee' })) },
  };
  const call = { call: 'product/get_item_base_info', shop: null, accessToken: null, nature: 'read' as const };
  const names = z.object({ response: z.object({ item_list: z.array(z.object({ item_name: z.string() })) }) });
  const drawn = (seed: number): string => {
    const journal = new Journal(null);
    const clock = new SandboxClock({ now: () => new Date(0) });
    const wild = new Wild(journal, clock, new Trouble(journal, clock, () => []), () => [
      entry('one', 'One'),
      entry('two', 'Two'),
    ]);
    wild.set({ seed, share: 0.1 });
    const read = () => {
      const { body } = wild.rewrite('shopee', call, {
        status: 200,
        headers: {},
        body: JSON.stringify(answer),
      });
      return names
        .parse(JSON.parse(String(body)))
        .response.item_list.map(({ item_name: name }) => name)
        .join(' ');
    };
    const first = read();
    expect(read()).toBe(first);
    return first;
  };

  it('are the same for the same record at each read, drawn by the seed, of about the share that is asked for', () => {
    expect(drawn(1)).toBe(drawn(1));
    expect(drawn(1)).not.toBe(drawn(2));
    const odd = drawn(1)
      .split(' ')
      .filter((name) => name !== 'Tee');
    expect(odd.length).toBeGreaterThan(8);
    expect(odd.length).toBeLessThan(40);
    expect(new Set(odd)).toEqual(new Set(['One', 'Two']));
  });

  it('are switched on by a seed, and end', () => {
    const opened = open();
    expect(opened.sandbox.control.setWild({ seed: 1 })).toEqual({
      setting: { seed: 1, share: 0.1 },
      drawn: [],
      trouble: null,
    });
    expect(opened.sandbox.control.wild()).toMatchObject({ setting: { seed: 1 }, drawn: [] });
    opened.sandbox.control.setWild(null);
    expect(opened.sandbox.control.wild().setting).toBeNull();
  });

  it('change the text of a file, packed or not, and its encoding', () => {
    const file = { call: 'file', shop: null, accessToken: null, nature: 'read' as const };
    const wild = wildOf({
      call: 'file',
      patch: [
        { op: 'replace', pattern: 'Tee', with: 'Té “x”' },
        { op: 'encode', as: 'windows-1252' },
      ],
      headers: { 'content-type': 'text/plain;charset=Cp1252' },
    });
    const read = (body: string | Uint8Array) =>
      wild.rewrite('shopee', file, { status: 200, headers: { etag: '1' }, body });
    const odd = Uint8Array.from([0x54, 0xe9, 0x20, 0x93, 0x78, 0x94]);
    expect(read('Tee')).toEqual({
      status: 200,
      headers: { etag: '1', 'content-type': 'text/plain;charset=Cp1252' },
      body: odd,
    });
    const packed = read(gzipSync('Tee')).body;
    expect(typeof packed === 'string' ? packed : Uint8Array.from(gunzipSync(packed))).toEqual(odd);
  });

  it('stand in for a call, which is then not performed', () => {
    const instead = wildOf({ call: 'order/cancel_order', instead: { error: 'strange' }, status: 500 });
    const cancel = { call: 'order/cancel_order', shop: null, accessToken: null, nature: 'write' as const };
    expect(instead.instead('shopee', cancel)).toMatchObject({ status: 500, body: '{"error":"strange"}' });
    expect(instead.instead('shopee', { ...cancel, call: 'order/ship_order' })).toBeNull();
  });

  it('change notices of their topic alone, and no answers', () => {
    const wild = wildOf({ record: 'notice', call: '3', patch: [{ op: 'as_text', path: '/shop_id' }] });
    expect(wild.rewriteNotice('shopee', '3', '{"shop_id":1}')).toBe('{"shop_id":"1"}');
    expect(wild.rewriteNotice('shopee', '4', '{"shop_id":1}')).toBe('{"shop_id":1}');
    const call = { call: '3', shop: null, accessToken: null, nature: 'read' as const };
    const reply = { status: 200, headers: {}, body: '{"shop_id":1}' };
    expect(wild.rewrite('shopee', call, reply)).toEqual(reply);
  });

  it('of entries that the corpus has not are refused by name', () => {
    expect(() => open().sandbox.control.setWild({ seed: 1, only: ['three'] })).toThrow(
      'The corpus has no entry three.',
    );
  });
});

describe('a patch', () => {
  it('replaces one value by another, and calls a key otherwise', () => {
    const value = {
      list: [
        { state: 'ready', old: 1 },
        { state: 'sent', old: 2 },
      ],
    };
    const changed = applyPatch(value, [
      { op: 'change', path: '/list/*/state', from: 'ready', to: 'on review' },
      { op: 'rename', path: '/list/*/old', to: 'new' },
      { op: 'rename', path: '/never', to: 'there' },
    ]);
    expect(changed).toBe(3);
    expect(value).toEqual({
      list: [
        { state: 'on review', new: 1 },
        { state: 'sent', new: 2 },
      ],
    });
  });

  it('removes, sets, turns numbers and texts, repeats and cuts, and counts what it changed', () => {
    const value = {
      list: [
        { a: 1, b: '2' },
        { a: 3, b: '4' },
      ],
      gone: true,
      long: [1, 2, 3],
    };
    const changed = applyPatch(value, [
      { op: 'remove', path: '/gone' },
      { op: 'as_text', path: '/list/*/a' },
      { op: 'as_number', path: '/list/0/b' },
      { op: 'set', path: '/list/1/c', value: null },
      { op: 'repeat', path: '/list/1' },
      { op: 'cut', path: '/long', from: 1 },
      { op: 'remove', path: '/never/there' },
    ]);
    expect(changed).toBe(7);
    expect(value).toEqual({
      list: [
        { a: '1', b: 2 },
        { a: '3', b: '4', c: null },
        { a: '3', b: '4', c: null },
      ],
      long: [1],
    });
  });
});
