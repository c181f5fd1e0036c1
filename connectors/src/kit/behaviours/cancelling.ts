import { english } from '@evenstock/contract/messages/english';
import { claim } from './claims.ts';
import { onceWhateverIsLost } from './lost-answers.ts';
import { cancellationOf, newAttempt, orderAfter, refOf, teaShop, timesOf } from './order-cases.ts';
import type { Behaviour } from './world.ts';

export const cancelling: readonly Behaviour[] = [
  {
    name: 'cancels an order once, whichever answer is lost',
    where: ({ connector }) => connector.cancellation !== undefined,
    async check(world) {
      const { cancellation } = world.connector;
      claim(cancellation !== undefined, 'does not cancel');
      const access = await teaShop(world);
      await onceWhateverIsLost(world, access, cancellation.cancel, async () => {
        const order = await orderAfter(world, access);
        return {
          asked: await cancellationOf(cancellation, access, order),
          effects: () => timesOf(world, order, ['cancel']),
        };
      });
    },
  },
  {
    name: 'offers reasons to cancel, each with its own key and words',
    where: ({ connector }) => connector.cancellation !== undefined,
    async check(world) {
      const { cancellation } = world.connector;
      claim(cancellation !== undefined, 'does not cancel');
      const access = await teaShop(world);
      const reasons = await cancellation.reasons(access, refOf(await orderAfter(world, access)));
      claim(reasons.length > 0, 'offers none');
      claim(new Set(reasons.map(({ key }) => key)).size === reasons.length, 'two reasons have one key');
      claim(
        reasons.every(({ label }) => english(label).trim() !== ''),
        'a reason has no words',
      );
    },
  },
  {
    name: 'sees that a buyer asks to cancel',
    where: ({ connector }) => connector.buyerCancellation !== undefined,
    async check(world) {
      const access = await teaShop(world);
      const order = await orderAfter(world, access, ['request_cancellation']);
      claim(order.cancellationRequested === true, `is not seen in the state ${order.rawState}`);
      const [line] = order.lines;
      claim(line?.cancelled === 0, 'its units are said to be cancelled already');
    },
  },
  {
    name: 'accepts a buyer’s request to cancel once, whichever answer is lost',
    where: ({ connector }) => connector.buyerCancellation !== undefined,
    async check(world) {
      const { buyerCancellation } = world.connector;
      claim(buyerCancellation !== undefined, 'answers no requests');
      const access = await teaShop(world);
      await onceWhateverIsLost(world, access, buyerCancellation.answer, async () => {
        const order = await orderAfter(world, access, ['request_cancellation']);
        return {
          asked: { order: refOf(order), attemptKey: newAttempt(), accepts: true, reason: null },
          effects: () => timesOf(world, order, ['cancel']),
        };
      });
    },
  },
  {
    name: 'refuses a buyer’s request to cancel, and the order goes on',
    where: ({ connector }) => connector.buyerCancellation?.canRefuse === true,
    async check(world) {
      const { buyerCancellation } = world.connector;
      claim(buyerCancellation !== undefined, 'answers no requests');
      const access = await teaShop(world);
      await onceWhateverIsLost(world, access, buyerCancellation.answer, async () => {
        const order = await orderAfter(world, access, ['request_cancellation']);
        const reasons = await buyerCancellation.refusalReasons(access, refOf(order));
        return {
          asked: {
            order: refOf(order),
            attemptKey: newAttempt(),
            accepts: false,
            reason: reasons[0]?.key ?? null,
          },
          effects: async () => {
            claim((await timesOf(world, order, ['cancel'])) === 0, 'the order was cancelled');
            return timesOf(world, order, ['reject_cancellation']);
          },
        };
      });
    },
  },
];
