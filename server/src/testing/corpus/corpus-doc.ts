import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { channelKinds, channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { corpusRecords, type CorpusEntry } from '@evenstock/sandbox/wild/corpus-entry';
import { readCorpus } from '@evenstock/sandbox/wild/read-corpus';
import { callForms } from './call-forms.ts';

const file = join(import.meta.dirname, '../../../../docs/channels.md');
const [BEGIN, END] = ['<!-- corpus -->', '<!-- corpus: end -->'];

const origins = ['recorded', 'sample', 'report', 'list', 'crossed'] as const;

/** Tables of the corpus and of the calls' forms, as docs/channels.md has them. */
export function corpusDoc(entries: readonly CorpusEntry[] = readCorpus()): string {
  const of = (channel: ChannelKind) => entries.filter((entry) => entry.channel === channel);
  const counted = (is: (entry: CorpusEntry, name: string) => boolean, names: readonly string[]) => [
    ...channelKinds.map((channel) => [
      channels[channel].label,
      String(of(channel).length),
      ...names.map((name) => String(of(channel).filter((entry) => is(entry, name)).length)),
    ]),
  ];
  return [
    BEGIN,
    '',
    table(
      ['', 'entries', ...origins],
      counted(({ origin }, name) => origin.kind === name, origins),
    ),
    '',
    table(
      ['', 'entries', ...corpusRecords],
      counted(({ record }, name) => record === name, corpusRecords),
    ),
    '',
    'The form of each call is known from:',
    '',
    ...channelKinds.flatMap((channel) =>
      callForms(channel).map(
        ({ source, seen, calls }) =>
          `- ${channels[channel].label}, ${source}; looked at on ${seen}: ${calls.map((call) => `\`${call}\``).join(', ')}`,
      ),
    ),
    '',
    END,
  ].join('\n');
}

/** Columns of equal width, as the formatter makes them; names to the left, numbers to the right. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, at) => Math.max(3, name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

const part = new RegExp(`${BEGIN}[^]*${END}`);

/** What docs/channels.md has between its marks. */
export const writtenDoc = (): string => part.exec(readFileSync(file, 'utf8'))?.[0] ?? '';

export function writeDoc(): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace(part, () => corpusDoc()),
  );
}
