import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SandboxClock } from '../core/clock.ts';
import { Journal } from '../core/journal.ts';
import { createSandbox } from '../sandbox.ts';
import { corpusEntry } from './corpus-entry.ts';
import { Trouble } from '../trouble/trouble.ts';
import { Wild } from './wild.ts';
import { applyPatch } from './patch.rules.ts';

const entry = (id: string, name: string) =>
  corpusEntry.parse({
    id,
    channel: 'shopee',
    record: 'listing',
    class: 'blank',
    about: 'a name that is not the seller’s',
    origin: { kind: 'crossed', where: 'field × class', seen: '2026-11-29' },
    call: 'product/get_item_base_info',
    records: '/response/item_list/*',
    key: '/item_id',
    patch: [{ op: 'set', path: '/item_name', value: name }],
    rule: 'words are never compulsory',
    outcome: { changes: {} },
  });

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
      { op: 'replace', path: '/list/*/state', from: 'ready', to: 'on review' },
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
