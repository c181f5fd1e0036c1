import { channelKinds } from '@evenstock/contract/channels/channels';
import { readCorpus } from '@evenstock/sandbox/wild/read-corpus';
import { beforeAll, describe, expect, it } from 'vitest';
import { playEntry } from './play-entry.ts';
import { openStage, type Stage } from './stage.ts';

describe.each(channelKinds)('oddities of %s as others have met them', (channel) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(channel);
  });

  it.each(readCorpus().filter((entry) => entry.channel === channel))('$id', async (entry) => {
    expect(await playEntry(stage, entry), `${entry.about}; ${entry.rule}`).toEqual(entry.outcome);
  });
});
