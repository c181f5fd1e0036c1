import { connect } from '@evenstock/connectors/kit/behaviours/world';
import type { WebhookRequest } from '@evenstock/connectors/kit/webhooks';
import type { CorpusEntry } from '@evenstock/sandbox/wild/corpus-entry';
import type { SandboxWorld } from '../conformance/sandbox-world.ts';
import { differences, jsonOf } from './difference.ts';
import type { Stage } from './stage.ts';

const HOOKS = 'https://evenstock.example.test/hooks';
/** Until all notices of what happened have come, in seconds. */
const UNTIL_SENT = 120;

const plain = new WeakMap<Stage, Promise<readonly WebhookRequest[]>>();

/** Plays an entry on the first notice that it changes: what the connector finds in it, beside what it finds in the plain one. */
export async function playNotice(stage: Stage, entry: CorpusEntry): Promise<CorpusEntry['outcome'] | string> {
  const { webhooks } = stage.world.connector;
  if (webhooks === undefined) return 'The channel has no notices.';
  const before = plain.get(stage) ?? stage.fresh().then((world) => noticesIn(world, null));
  plain.set(stage, before);
  const world = await stage.fresh();
  const now = await noticesIn(world, entry.id);
  for (const [index, request] of (await before).entries()) {
    const odd = now[index];
    if (odd === undefined) return 'Fewer notices came.';
    if (Buffer.from(odd.rawBody).equals(request.rawBody)) continue;
    const [found, usual] = [webhooks.verify(world.app, odd), webhooks.verify(world.app, request)];
    if (found === null) return { refused: true };
    return { changes: Object.fromEntries(differences(jsonOf(usual), jsonOf(found))) };
  }
  return 'The patch touches nothing.';
}

/** All notices of a short life of a shop; the same in each world, where no entry changes them. */
async function noticesIn(world: SandboxWorld, entry: string | null): Promise<readonly WebhookRequest[]> {
  const { connector, control } = world;
  world.setWild(entry === null ? null : { seed: 1, share: 1, only: [entry] });
  await control.addItem([{ sku: 'TEA', quantity: 50 }]);
  const access = await connect(world);
  await connector.webhooks?.subscribe?.(access, HOOKS);
  const lines = [{ sku: 'TEA', quantity: 2 }];
  const returned = await control.buy(lines, true);
  for (const event of ['ship', 'deliver', 'request_return'] as const) {
    await control.pass(1);
    await control.happen(returned, event);
  }
  const cancelled = await control.buy(lines, true);
  for (const event of ['request_cancellation', 'cancel'] as const) {
    await control.pass(1);
    await control.happen(cancelled, event);
  }
  await control.edit('TEA', { quantity: 20 });
  if (control.reservesUnits) await control.edit('TEA', { reserved: 3 });
  await control.pass(UNTIL_SENT);
  await world.ask('POST', '/revoke');
  await control.pass(UNTIL_SENT);
  return control.notices();
}
