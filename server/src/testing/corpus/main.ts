import { isDeepStrictEqual } from 'node:util';
import { channelKinds } from '@evenstock/contract/channels/channels';
import { readCorpus } from '@evenstock/sandbox/wild/read-corpus';
import { writeDoc } from './corpus-doc.ts';
import { playEntry } from './play-entry.ts';
import { openStage } from './stage.ts';

/*
 * npm run corpus [-- <channel or id of an entry>] plays what others have met on the connectors: each entry that Evenstock makes
 * something else of is named. Ends with 1 where there is one, or where nothing was played. `npm run corpus -- --table` plays none:
 * it writes the tables of docs/channels.md.
 */
const chosen = process.argv[2];
if (chosen === '--table') {
  writeDoc();
  process.exit();
}
const entries = readCorpus().filter(
  ({ channel, id }) => chosen === undefined || channel === chosen || id === chosen,
);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
let wrong = 0;
for (const channel of channelKinds) {
  const own = entries.filter((entry) => entry.channel === channel);
  if (own.length === 0) continue;
  const stage = await openStage(channel);
  for (const entry of own) {
    const played = await playEntry(stage, entry);
    if (isDeepStrictEqual(played, entry.outcome)) continue;
    wrong += 1;
    const [expected, became] = [JSON.stringify(entry.outcome), JSON.stringify(played)];
    say(`${entry.id}: ${entry.about}\n  must become ${expected}\n  became      ${became}`);
  }
}
say(`${String(entries.length)} entries, ${String(wrong)} wrong`);
process.exitCode = wrong > 0 || entries.length === 0 ? 1 : 0;
