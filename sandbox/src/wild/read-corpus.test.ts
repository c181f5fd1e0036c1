import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFolder } from './read-corpus.ts';

const entry = {
  id: 'shopee-nameless',
  channel: 'shopee',
  record: 'listing',
  class: 'missing',
  about: 'it has no name',
  origin: { kind: 'crossed', where: 'field × class', seen: '2026-11-29' },
  call: 'product/get_item_base_info',
  records: '/response/item_list/*',
  key: '/item_id',
  patch: [{ op: 'remove', path: '/item_name' }],
  rule: 'words are never compulsory',
  outcome: { changes: {} },
};

/** Why a folder of these files cannot be read. */
function whyUnread(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
  try {
    mkdirSync(join(folder, 'shopee'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'shopee', name), text);
    readFolder(folder);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('a file that is no entry is named, with the place of what is wrong in it', () => {
  const named = (change: object) => whyUnread({ 'nameless.json': JSON.stringify({ ...entry, ...change }) });
  expect(named({})).toBe('');
  expect(whyUnread({ 'nameless.json': '{' })).toBe('corpus/shopee/nameless.json is not JSON.');
  expect(named({ class: 'strange' })).toMatch(/^corpus\/shopee\/nameless\.json: [^]*at class$/);
  expect(named({ patch: [{ op: 'remove', path: 'item_name' }] })).toMatch(
    /a path begins with a slash[^]*at patch\[0\]\.path$/,
  );
  expect(named({ patch: [{ op: 'replace', pattern: '(', with: '' }] })).toMatch(/at patch\[0\]\.pattern$/);
  expect(named({ patch: [] })).toContain('has either a patch or an answer instead');
  expect(named({ key: undefined })).toContain('has both records and key, or neither');
  expect(named({ status: 500 })).toContain('only an answer that is odd as a whole');
  const twice = JSON.stringify(entry);
  expect(whyUnread({ 'a.json': twice, 'b.json': twice })).toBe('The corpus has two entries shopee-nameless.');
});
