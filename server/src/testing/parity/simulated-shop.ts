import type { Access } from '@evenstock/connectors/kit/access';
import { connectors } from '@evenstock/connectors/registry';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { CorpusEntry } from '@evenstock/sandbox/wild/corpus-entry';
import { sandboxWorld, type SandboxWorld } from '../conformance/sandbox-world.ts';

/** A shop of the simulator with records in many states, connected. */
export async function simulatedShop(
  channel: ChannelKind,
  corpus?: readonly CorpusEntry[],
): Promise<{ readonly world: SandboxWorld; readonly access: Access }> {
  const world = await sandboxWorld(channel, connectors[channel], corpus);
  const { control, connector, app, http, shopName } = world;
  await control.addItem([{ sku: 'TEE-M', quantity: 40 }]);
  await control.addItem([
    { sku: 'MUG-RED', quantity: 30 },
    { sku: 'MUG-BLUE', quantity: 20 },
  ]);
  const buy = (sku: string, isPaid = true) => control.buy([{ sku, quantity: 2 }], isPaid);
  await buy('TEE-M');
  await buy('MUG-RED', false);
  await control.happen(await buy('MUG-BLUE'), 'cancel');
  const sent = await buy('TEE-M');
  for (const event of ['ship', 'deliver'] as const) await control.happen(sent, event);
  const back = await buy('MUG-RED');
  for (const event of ['ship', 'deliver', 'request_return'] as const) await control.happen(back, event);
  await control.pass(600);
  const credentials = await connector.authorisation.complete(app, http, await control.consent(), shopName);
  return { world, access: { app, credentials, http } };
}
