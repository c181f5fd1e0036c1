import { conform, behaviours, type Verdict } from '@evenstock/connectors/kit/conformance';
import { connectors } from '@evenstock/connectors/registry';
import { channelKinds, type ChannelKind } from '@evenstock/contract/channels/channels';
import { sandboxWorld } from './sandbox-world.ts';

/** Prints what each connector does of what it must, behaviour by behaviour; ends with 1 when one does not. */
const results = new Map<ChannelKind, Verdict[]>();
for (const channel of channelKinds) {
  results.set(channel, await conform(() => sandboxWorld(channel, connectors[channel])));
}

const width = Math.max(...behaviours.map(({ name }) => name.length));
/** A cell, as wide as the name of its column or the longest word in it. */
const column = (channel: ChannelKind, text: string): string =>
  text.padEnd(Math.max(channel.length, 'FAILED'.length));
const heading = channelKinds.map((channel) => column(channel, channel)).join(' ');
const lines = [`${''.padEnd(width)}  ${heading}`];
const failures: string[] = [];
behaviours.forEach(({ name }, index) => {
  const cells = channelKinds.map((channel) => {
    const verdict = results.get(channel)?.[index];
    if (verdict?.passed !== true) {
      failures.push(`${channel}: ${name}: ${verdict === undefined ? 'did not run' : verdict.why}`);
      return column(channel, 'FAILED');
    }
    return column(channel, verdict.asked ? 'ok' : '-');
  });
  lines.push(`${name.padEnd(width)}  ${cells.join(' ')}`.trimEnd());
});

process.stdout.write(`${lines.join('\n')}\n`);
if (failures.length > 0) {
  process.stdout.write(`\n${failures.join('\n')}\n`);
  process.exitCode = 1;
}
