import { message } from '@evenstock/contract/messages/message';
import type { ActionResult, Effect, SelfCollect, Shipment } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { rejected } from '../kit/errors.ts';
import { checking, done, catchRejection, effectOfParts } from '../kit/rejections.ts';
import type { KnownRejection, Took } from '../kit/rejections.ts';
import { callShop } from './client.ts';
import { readOrderNow, readParcels } from './parcels.ts';
import type { OrderNow } from './parcels.ts';
import { channel } from './channel.ts';

/**
 * Orders that the buyer collects from the seller (shopee.md 5.2: update_self_collection_order_logistics). Shopee
 * takes "collected" only with photographs, which the product does not have.
 */
export const selfCollect: SelfCollect = {
  async form(access, order) {
    mustBeCollected(await readOrderNow(access, order.number));
    return { methods: [{ key: 'default', label: message('asked.ready_to_collect'), fields: [] }] };
  },

  setReady: {
    perform: (access, asked) => catchRejection(knownRejections, (took) => setReady(access, asked, took)),
    check: (access, asked) => checking(() => isReady(access, asked)),
  },
};

async function setReady(access: Access, asked: Shipment, took: Took): Promise<ActionResult> {
  const order = await readOrderNow(access, asked.order.number);
  mustBeCollected(order);
  const parcels = await readParcels(access, order);
  const left = parcels.filter(({ stage }) => stage !== 'arranged' && stage !== 'off');
  const path = '/api/v2/logistics/update_self_collection_order_logistics';
  for (const { packageNumber } of left) {
    if (packageNumber === null) {
      throw rejected('package_number_not_exist', message('refusals.parcel_not_numbered', { channel }));
    }
    const body = { package_number: packageNumber, self_collection_logistics_action: 'ready_for_collection' };
    await callShop(access, { method: 'POST', path, body });
    took();
  }
  return done;
}

/** The document names no status for "ready": a parcel with a later status is ready, any other may be set again. */
async function isReady(access: Access, asked: Shipment): Promise<Effect> {
  const order = await readOrderNow(access, asked.order.number);
  const parcels = await readParcels(access, order);
  if (order.status === 'CANCELLED') {
    return {
      effect: 'refused',
      code: 'order_cancelled',
      reason: message('refusals.cancelled_not_collected', { channel }),
    };
  }
  const wanted = parcels.filter(({ stage }) => stage !== 'off');
  return effectOfParts(
    channel,
    wanted.map(({ stage }) => stage === 'arranged'),
  );
}

function mustBeCollected(order: OrderNow): void {
  if (order.status === 'CANCELLED')
    throw rejected('order_cancelled', message('refusals.cancelled_not_collected', { channel }));
  if (!order.isSelfCollected) throw rejected('not_available_for_self_collection', notCollectedWords);
}

const notCollectedWords = message('refusals.not_collected', { channel });

const knownRejections: readonly KnownRejection[] = [
  { when: /not_available_for_self_collection/, reason: notCollectedWords, mayPass: false },
  {
    when: /package_number_not_exist/,
    reason: message('refusals.parcel_not_numbered', { channel }),
    mayPass: true,
  },
];
