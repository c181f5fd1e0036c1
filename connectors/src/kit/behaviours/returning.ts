import { english } from '@evenstock/contract/messages/english';
import type { ChannelReturn, DisputeAsked, ReturnDispute, Returns } from '../capabilities.ts';
import type { Access } from '../access.ts';
import type { Cursor } from '../paging.ts';
import type { ChannelOrder } from '../connector.ts';
import { claim } from './claims.ts';
import { onceWhateverIsLost } from './lost-answers.ts';
import { filledIn, newAttempt, orderAfter, refOf, teaShop } from './order-cases.ts';
import type { Behaviour, World } from './world.ts';

const manyPages = 100;
const untilReturned = ['ship', 'deliver', 'request_return'] as const;
/** The smallest PNG. */
const picture = Uint8Array.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0,
  1, 8, 6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89,
]);

export const returning: readonly Behaviour[] = [
  {
    name: 'reads a return that a buyer asks for, with its order, its units and its reason',
    where: ({ connector }) => connector.returns !== undefined,
    async check(world) {
      const access = await teaShop(world);
      const { order, found } = await returned(world, access);
      claim(found.state === 'pending' || found.state === 'to_return', `its state is ${found.state}`);
      claim(found.rawState !== '', 'the marketplace’s own word is missing');
      const units = found.lines.reduce((sum, line) => sum + line.units, 0);
      claim(units === 2 && found.lines.every(({ name }) => name !== ''), JSON.stringify(found.lines));
      const { returns } = world.connector;
      const again = returns === undefined ? null : await returns.read(access, found.returnId);
      claim(again?.returnId === found.returnId && isOf(again, order), 'it cannot be read by its id');
    },
  },
  {
    name: 'accepts a return once, whichever answer is lost',
    where: ({ connector }) => connector.returnAcceptance !== undefined,
    async check(world) {
      const { returnAcceptance, returns } = world.connector;
      claim(returnAcceptance !== undefined && returns !== undefined, 'accepts no returns');
      const access = await teaShop(world);
      await onceWhateverIsLost(world, access, returnAcceptance.accept, async () => {
        const { order, found } = await returned(world, access);
        claim(found.canAccept, `cannot be accepted in the state ${found.rawState}`);
        return {
          asked: {
            returnId: found.returnId,
            order: refOf(order),
            attemptKey: newAttempt(),
            answers: filledIn(returnAcceptance.fields),
          },
          effects: async () => {
            await world.control.pass(5);
            const after = await returns.read(access, found.returnId);
            const isAnswered = after !== null && after.rawState !== found.rawState && !after.canAccept;
            return isAnswered ? world.control.timesAnswered('accept') : 0;
          },
        };
      });
    },
  },
  {
    name: 'disputes a return once, whichever answer is lost',
    where: ({ connector }) => connector.returnDispute !== undefined,
    async check(world) {
      const { returnDispute, returns } = world.connector;
      claim(returnDispute !== undefined && returns !== undefined, 'disputes no returns');
      const access = await teaShop(world);
      await onceWhateverIsLost(world, access, returnDispute.dispute, async () => {
        const { order, found } = await returned(world, access);
        return {
          asked: await disputeOf(returnDispute, access, order, found),
          effects: async () => {
            await world.control.pass(5);
            const after = await returns.read(access, found.returnId);
            const isAnswered = after !== null && after.rawState !== found.rawState;
            return isAnswered ? world.control.timesAnswered('dispute') : 0;
          },
        };
      });
    },
  },
];

const isOf = ({ order: named }: ChannelReturn, order: ChannelOrder): boolean =>
  named.number === order.number || named.channelId === order.channelId;

/** A dispute for the first reason that is offered. */
export async function disputeOf(
  returnDispute: ReturnDispute,
  access: Access,
  order: ChannelOrder,
  found: ChannelReturn,
): Promise<DisputeAsked> {
  const [reason] = await returnDispute.reasons(access, found.returnId);
  claim(reason !== undefined && found.canDispute, `offers no reason in the state ${found.rawState}`);
  return {
    returnId: found.returnId,
    order: refOf(order),
    attemptKey: newAttempt(),
    reason: reason.key,
    text: 'The parcel was complete when it left.',
    email: 'seller@evenstock.example.test',
    images: [{ name: 'parcel.png', mediaType: 'image/png', bytes: picture }],
  };
}

/** An order whose buyer asks to return it, and the return as it is listed. */
export async function returned(
  world: World,
  access: Access,
): Promise<{ order: ChannelOrder; found: ChannelReturn }> {
  const { returns } = world.connector;
  claim(returns !== undefined, 'reads no returns');
  const order = await orderAfter(world, access, untilReturned);
  const found = (await allReturns(world, access, returns)).find((each) => isOf(each, order));
  claim(found !== undefined, 'the return is not listed');
  return { order, found };
}

async function allReturns(world: World, access: Access, returns: Returns): Promise<ChannelReturn[]> {
  const now = access.http.now().getTime();
  const window = { from: new Date(now - 3_600_000), to: new Date(now + 2000) };
  const all: ChannelReturn[] = [];
  let cursor: Cursor | null = null;
  for (let page = 0; page < manyPages; page += 1) {
    const got = await returns.page(access, cursor, window);
    const [first] = got.unreadable;
    claim(
      first === undefined,
      `could not read a return: ${first === undefined ? '' : english(first.reason)}`,
    );
    all.push(...got.returns);
    cursor = got.next;
    if (cursor === null) return all;
    if (got.waitSeconds > 0) await world.control.pass(got.waitSeconds);
  }
  throw new Error('the returns never end');
}
