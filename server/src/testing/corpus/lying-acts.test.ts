import { ChannelError } from '@evenstock/connectors/kit/errors';
import { connectors } from '@evenstock/connectors/registry';
import { channelKinds } from '@evenstock/contract/channels/channels';
import { corpusActs, type CorpusAct } from '@evenstock/sandbox/wild/corpus-entry';
import { describe, expect, it } from 'vitest';
import { sandboxWorld } from '../conformance/sandbox-world.ts';
import { acts } from './play-act.ts';

/* Each act of each channel, while every write is answered as a success that failed inside, or with a code of no document. */

const all: readonly CorpusAct[] = Object.values(corpusActs).flat();

describe.each(channelKinds)('%s', (channel) => {
  it.each(['lying_success', 'unknown_error'] as const)(
    'has done nothing where each of its writes is answered by %s',
    async (kind) => {
      const taken: string[] = [];
      let played = 0;
      for (const act of all) {
        const world = await sandboxWorld(channel, connectors[channel]);
        const prepared = await acts[act](world);
        if (prepared === null) continue;
        played += 1;
        await world.control.trouble([{ kind, nature: 'write' }]);
        const ended: readonly string[] = await prepared.perform().then(
          (results) => results.map(({ outcome }) => outcome),
          (error: unknown) => {
            if (!(error instanceof ChannelError)) throw error;
            return [error.fault.kind];
          },
        );
        await world.control.trouble([]);
        const found = await prepared.found();
        const isDone = (outcome: string): boolean => ['done', 'ok', 'ready'].includes(outcome);
        if (ended.some((outcome, index) => isDone(outcome) && !isDone(found[index] ?? '')))
          taken.push(`${act}: ${ended.join(', ')}; found ${found.join(', ')}`);
        if (ended.includes('unauthorised')) taken.push(`${act} ends the consent`);
      }
      expect(played).toBeGreaterThan(1);
      expect(taken).toEqual([]);
    },
  );
});
