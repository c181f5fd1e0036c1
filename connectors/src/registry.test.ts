import { channelKinds, channels } from '@evenstock/contract/channels/channels';
import { describe, expect, it } from 'vitest';
import { connectors } from './registry.ts';

describe.each(channelKinds)('%s', (kind) => {
  const { consent, showsLogistics } = channels[kind];
  const { channel, authorisation, logistics } = connectors[kind];

  it('is registered under its own name', () => {
    expect(channel).toBe(kind);
  });

  it('takes consent as the table of facts says', () => {
    const by =
      authorisation.by === 'redirect' ? 'redirect' : authorisation.fields.length > 0 ? 'keys' : 'linked';
    expect(consent.by).toBe(by);
  });

  it('takes the keys that people are asked for', () => {
    const asked = consent.by === 'keys' ? consent.keys.map(({ key }) => key) : [];
    const taken = authorisation.by === 'keys' ? authorisation.fields.map(({ key }) => key) : [];
    expect(asked).toEqual(taken);
  });

  it('can list the logistics that are shown', () => {
    expect(logistics !== undefined || !showsLogistics).toBe(true);
  });
});

it('no two channels read the same setting', () => {
  const variables = channelKinds.flatMap((kind) => {
    const { keys, hosts, extra } = connectors[kind].app;
    return [
      ...Object.values(keys ?? {}),
      ...Object.values(hosts).map(({ variable }) => variable),
      ...Object.values(extra),
    ];
  });
  expect(variables.length).toBeGreaterThan(channelKinds.length);
  expect(new Set(variables).size).toBe(variables.length);
});
