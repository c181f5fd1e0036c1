import type { ActionResult, Effect, SelfCollect, Shipment } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { rejected } from '../kit/errors.ts';
import { checking, done, catchRejection } from '../kit/rejections.ts';
import type { KnownRejection } from '../kit/rejections.ts';
import { callShop } from './client.ts';
import { readOrderNow, readParcels } from './parcels.ts';
import type { OrderNow } from './parcels.ts';

/**
 * Orders that the buyer collects from the seller (shopee.md 5.2: update_self_collection_order_logistics). That one was collected
 * can be told to Shopee only with photographs of it, which the product does not take.
 */
export const selfCollect: SelfCollect = {
  async form(access, order) {
    mustBeCollected(await readOrderNow(access, order.number));
    return { methods: [{ key: 'default', label: 'Ready for collection', fields: [] }] };
  },

  setReady: {
    perform: (access, asked) => catchRejection(knownRejections, () => setReady(access, asked)),
    check: (access, asked) => checking(() => isReady(access, asked)),
  },
};

async function setReady(access: Access, asked: Shipment): Promise<ActionResult> {
  const order = await readOrderNow(access, asked.order.number);
  mustBeCollected(order);
  const parcels = await readParcels(access, order);
  const left = parcels.filter(({ stage }) => stage !== 'arranged' && stage !== 'off');
  const path = '/api/v2/logistics/update_self_collection_order_logistics';
  for (const { packageNumber } of left) {
    if (packageNumber === null) {
      throw rejected(
        'package_number_not_exist',
        'Shopee has not numbered the parcel of this order yet. Try again in a minute.',
      );
    }
    const body = { package_number: packageNumber, self_collection_logistics_action: 'ready_for_collection' };
    await callShop(access, { method: 'POST', path, body });
  }
  return done;
}

/** The document names no status of its own for "ready": a parcel that went on is, one that did not may be told again. */
async function isReady(access: Access, asked: Shipment): Promise<Effect> {
  const order = await readOrderNow(access, asked.order.number);
  const parcels = await readParcels(access, order);
  if (order.status === 'CANCELLED') {
    return {
      effect: 'refused',
      code: 'order_cancelled',
      reason: 'The order was cancelled on Shopee, so it is not made ready.',
    };
  }
  return parcels.every(({ stage }) => stage === 'arranged') ? { effect: 'done' } : { effect: 'not_done' };
}

function mustBeCollected(order: OrderNow): void {
  if (order.status === 'CANCELLED')
    throw rejected('order_cancelled', 'The order was cancelled on Shopee, so it is not made ready.');
  if (!order.isSelfCollected) throw rejected('not_available_for_self_collection', notCollectedWords);
}

const notCollectedWords = 'The buyer does not collect this order: Shopee has it delivered. Ship it instead.';

const knownRejections: readonly KnownRejection[] = [
  { when: /not_available_for_self_collection/, reason: notCollectedWords, mayPass: false },
  {
    when: /package_number_not_exist/,
    reason: 'Shopee has not numbered the parcel of this order yet. Try again in a minute.',
    mayPass: true,
  },
];
