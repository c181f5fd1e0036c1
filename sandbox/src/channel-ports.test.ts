import { channelKinds } from '@evenstock/contract/channels/channels';
import { expect, it } from 'vitest';
import { channelPorts, simulatedChannels } from './sandbox.ts';

it('the ports of the channels are consecutive, each of one channel', () => {
  const ports = channelPorts.map((channel) => simulatedChannels[channel].port);
  expect(ports).toEqual(Array.from({ length: channelKinds.length }, (_none, place) => place + 1));
});
