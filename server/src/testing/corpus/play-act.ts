import type { Access } from '@evenstock/connectors/kit/access';
import { allListings, lineFor, untilSettled } from '@evenstock/connectors/kit/behaviours/claims';
import { oneItem } from '@evenstock/connectors/kit/behaviours/editing';
import { settle } from '@evenstock/connectors/kit/behaviours/lost-answers';
import {
  cancellationOf,
  filledIn,
  newAttempt,
  orderAfter,
  refOf,
  shipmentOf,
  teaShop,
  unitsOf,
} from '@evenstock/connectors/kit/behaviours/order-cases';
import { disputeOf, returned } from '@evenstock/connectors/kit/behaviours/returning';
import { connect } from '@evenstock/connectors/kit/behaviours/world';
import type { Action, ActionResult, Effect, LabelResult } from '@evenstock/connectors/kit/capabilities';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import {
  corpusActs,
  type ActedRecord,
  type ActResult,
  type CorpusAct,
  type CorpusEntry,
} from '@evenstock/sandbox/wild/corpus-entry';
import type { SandboxWorld } from '../conformance/sandbox-world.ts';
import type { Stage } from './stage.ts';

const MOST_TRIES = 5;
/** Until a write that was accepted is seen, in seconds. */
const SEEN_AFTER = 5;

export const isActed = (record: CorpusEntry['record']): record is ActedRecord => record in corpusActs;

/** An act that is ready to be performed, and what is found of it afterwards. */
interface Prepared {
  perform(): Promise<readonly ActResult[]>;
  found(): Promise<readonly NonNullable<ActResult['effect']>[]>;
}

/** Performs the act of an entry in a new world while answers are odd, and looks at it with answers as documented. */
export async function playAct(stage: Stage, entry: CorpusEntry): Promise<CorpusEntry['outcome'] | string> {
  if (!isActed(entry.record)) return 'This is no act.';
  const world = await stage.fresh();
  const prepared = await acts[entry.act ?? corpusActs[entry.record][0]](world);
  if (prepared === null) return 'The channel has no such act.';
  world.setWild({ seed: 1, share: 1, only: [entry.id] });
  try {
    const results = await prepared.perform();
    if (!isDrawn(world, entry)) return 'The patch touches nothing.';
    world.setWild(null);
    const found = await prepared.found();
    const whole = results.map((result, index) => {
      const effect = found[index];
      return effect === undefined ? result : { ...result, effect };
    });
    const [only] = whole;
    return entry.record === 'push' || only === undefined ? { results: whole } : { result: only };
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return isDrawn(world, entry) ? { lost: error.fault.kind } : 'The patch touches nothing.';
  }
}

const isDrawn = (world: SandboxWorld, { id }: CorpusEntry): boolean =>
  world.drawn().some(({ entry }) => entry === id);

type Prepare = (world: SandboxWorld) => Promise<Prepared | null>;

/** Each act, ready to be performed in a new world; null where the channel has none. */
export const acts: Readonly<Record<CorpusAct, Prepare>> = {
  async print(world) {
    const { labels, fulfilment } = world.connector;
    if (labels === undefined || fulfilment === undefined) return null;
    const access = await teaShop(world);
    const order = await orderAfter(world, access);
    await settle(world, access, fulfilment.ship, await shipmentOf(fulfilment, access, order));
    const print = () => printed(world, async () => (await labels.print(access, [refOf(order)]))[0]);
    return {
      perform: async () => [labelShown(await print())],
      found: async () => {
        const now = await print();
        return now.outcome === 'ready' || now.outcome === 'rejected' ? [now.outcome] : ['retry'];
      },
    };
  },
  async ship(world) {
    const { fulfilment } = world.connector;
    if (fulfilment === undefined) return null;
    const access = await teaShop(world);
    const order = await orderAfter(world, access);
    return acting(world, access, fulfilment.ship, await shipmentOf(fulfilment, access, order));
  },
  async set_ready(world) {
    const { selfCollect } = world.connector;
    if (selfCollect === undefined) return null;
    const access = await teaShop(world);
    const order = await orderAfter(world, access, [], true);
    return acting(world, access, selfCollect.setReady, await shipmentOf(selfCollect, access, order));
  },
  async collect(world) {
    const { pickup, selfCollect } = world.connector;
    if (pickup === undefined) return null;
    const access = await teaShop(world);
    const order = await orderAfter(world, access, [], true);
    if (selfCollect !== undefined)
      await settle(world, access, selfCollect.setReady, await shipmentOf(selfCollect, access, order));
    const asked = { order: refOf(order), attemptKey: newAttempt(), answers: filledIn(pickup.fields) };
    return acting(world, access, pickup.confirm, asked);
  },
  cancel: (world) => cancelling(world, false),
  cancel_line: (world) => cancelling(world, true),
  accept_cancellation: (world) => answering(world, true),
  refuse_cancellation: (world) => answering(world, false),
  async accept_return(world) {
    const { returnAcceptance } = world.connector;
    if (returnAcceptance === undefined) return null;
    const access = await teaShop(world);
    const { order, found } = await returned(world, access);
    return acting(world, access, returnAcceptance.accept, {
      returnId: found.returnId,
      order: refOf(order),
      attemptKey: newAttempt(),
      answers: filledIn(returnAcceptance.fields),
    });
  },
  async dispute_return(world) {
    const { returnDispute } = world.connector;
    if (returnDispute === undefined) return null;
    const access = await teaShop(world);
    const { order, found } = await returned(world, access);
    return acting(world, access, returnDispute.dispute, await disputeOf(returnDispute, access, order, found));
  },
  push: pushing,
  async price(world) {
    const { pricing } = world.connector;
    if (pricing === undefined) return null;
    const { access, variant } = await oneItem(world);
    const price = (variant.price ?? 0) + 10_000;
    return acting(world, access, pricing.setPrice, { listing: variant, price, currency: world.currency });
  },
  async rename(world) {
    const { renaming } = world.connector;
    if (renaming === undefined) return null;
    const { access, item } = await oneItem(world);
    const name = 'Kopitiam Porcelain Cup and Saucer, green leaf';
    return acting(world, access, renaming.rename, { item, name });
  },
  async delist(world) {
    const { delisting } = world.connector;
    if (delisting === undefined) return null;
    const { access, item } = await oneItem(world);
    return acting(world, access, delisting.delist, item);
  },
  async relist(world) {
    const { delisting } = world.connector;
    if (delisting === undefined) return null;
    const { access, item } = await oneItem(world);
    await settle(world, access, delisting.delist, item);
    return acting(world, access, delisting.relist, item);
  },
  async remove(world) {
    const { listingRemoval } = world.connector;
    if (listingRemoval === undefined) return null;
    const { access, item } = await oneItem(world);
    return acting(world, access, listingRemoval.remove, item);
  },
  async boost(world) {
    const { boosting } = world.connector;
    if (boosting === undefined) return null;
    const { access, item } = await oneItem(world);
    return acting(world, access, boosting.boost, item);
  },
};

async function cancelling(world: SandboxWorld, isOneLine: boolean): Promise<Prepared | null> {
  const { cancellation } = world.connector;
  if (cancellation === undefined || (isOneLine && !cancellation.choosesLines)) return null;
  const access = await teaShop(world);
  const order = await orderAfter(world, access);
  const [line] = order.lines;
  const lines = isOneLine && line !== undefined ? [unitsOf(line)] : null;
  return acting(world, access, cancellation.cancel, await cancellationOf(cancellation, access, order, lines));
}

async function answering(world: SandboxWorld, accepts: boolean): Promise<Prepared | null> {
  const { buyerCancellation } = world.connector;
  if (buyerCancellation === undefined || (!accepts && !buyerCancellation.canRefuse)) return null;
  const access = await teaShop(world);
  const order = await orderAfter(world, access, ['request_cancellation']);
  const reasons = accepts ? [] : await buyerCancellation.refusalReasons(access, refOf(order));
  return acting(world, access, buyerCancellation.answer, {
    order: refOf(order),
    attemptKey: newAttempt(),
    accepts,
    reason: reasons[0]?.key ?? null,
  });
}

/** Two listings are set, of one item where a call is for one item. */
async function pushing(world: SandboxWorld): Promise<Prepared> {
  const { connector, control } = world;
  const pair = [
    { sku: 'TEE-M', quantity: 10 },
    { sku: 'TEE-L', quantity: 10 },
  ];
  if (control.groupsVariants) await control.addItem(pair);
  else for (const each of pair) await control.addItem([each]);
  const access = await connect(world);
  const variants = (await allListings(world, access)).flatMap((listing) => listing.variants);
  const lines = variants.map((variant, index) => lineFor(world, access, variant, 3 + index));
  return {
    async perform() {
      const results = await connector.stock.push(access, lines);
      return results.map(({ outcome, ...rest }) =>
        'code' in rest ? { outcome, code: rest.code, mayPass: rest.mayPass } : { outcome },
      );
    },
    async found() {
      await untilSettled(world);
      const held = new Map((await control.quantities()).map(({ sku, quantity }) => [sku, quantity]));
      return variants.map(({ sku }, index) => (held.get(sku ?? '') === 3 + index ? 'done' : 'not_done'));
    },
  };
}

/** An action, in the form of an entry's outcome. */
function acting<Asked>(world: SandboxWorld, access: Access, action: Action<Asked>, asked: Asked): Prepared {
  let result: ActionResult | null = null;
  return {
    async perform() {
      result = await action.perform(access, asked);
      return [
        result.outcome === 'rejected'
          ? { outcome: result.outcome, code: result.code, mayPass: result.mayPass }
          : { outcome: result.outcome },
      ];
    },
    async found() {
      await world.control.pass(SEEN_AFTER);
      const reference = result?.outcome === 'pending' ? result.reference : null;
      let seen: Effect = await action.check(access, asked, reference);
      for (let tries = 0; tries < MOST_TRIES && seen.effect === 'not_yet_known'; tries += 1) {
        await world.control.pass(seen.afterSeconds);
        seen = await action.check(access, asked, reference);
      }
      return [seen.effect];
    },
  };
}

/** A label, asked for until it is ready or refused; a few times at most. */
async function printed(
  { control }: SandboxWorld,
  print: () => Promise<LabelResult | undefined>,
): Promise<LabelResult> {
  for (let tries = 1; ; tries += 1) {
    const result = await print();
    if (result === undefined) throw new Error('No result for the order.');
    if (result.outcome !== 'retry' || tries === MOST_TRIES) return result;
    await control.pass(Math.max(1, result.afterSeconds));
  }
}

function labelShown(result: LabelResult): ActResult {
  switch (result.outcome) {
    case 'ready':
      return {
        outcome: 'ready',
        mediaType: 'url' in result.label ? 'address' : result.label.mediaType,
      };
    case 'retry':
      return { outcome: 'retry' };
    case 'rejected':
      return { outcome: 'rejected', code: result.code };
  }
}
