import type { z } from 'zod';
import { chineseBuyer, thaiBuyer } from '../core/buyers.ts';
import type { Purchase } from '../core/place-orders.ts';
import { SandboxError } from '../core/sandbox-error.ts';
import type { ChannelSimulator, OrderFeature } from '../core/simulator.ts';
import type { newOrder } from './payloads.ts';
import { minor } from './views.ts';

const foreignBuyers = { chinese: chineseBuyer, thai: thaiBuyer };

type Wish = z.output<typeof newOrder>;

/** A requested order as the shop takes it. Throws SandboxError 409 for what the channel's orders do not have. */
export function purchaseOf(
  simulator: ChannelSimulator,
  wish: Omit<Wish, 'lines'> & Pick<Purchase, 'lines'>,
  visibleAfterSeconds: number,
): Purchase {
  const missing = featuresOf(wish).find((feature) => simulator.orderFeatures?.includes(feature) !== true);
  if (missing !== undefined)
    throw new SandboxError(409, `Orders of ${simulator.channel} have no ${missing}.`);
  const { tax = 0, fee = 0, tip = 0 } = wish;
  return {
    lines: wish.lines,
    paid: wish.paid,
    selfCollect: wish.self_collect,
    sellerDelivers: wish.seller_delivers,
    remarks: wish.remarks,
    place: wish.place,
    buyer: wish.buyer === undefined ? undefined : foreignBuyers[wish.buyer],
    visibleAfterSeconds,
    charges: { tax: minor(tax), fee: minor(fee), tip: minor(tip) },
    isTest: wish.test,
    name: wish.name,
    custom: wish.custom?.map((line) => ({ ...line, price: minor(line.price) })),
  };
}

function featuresOf({
  tax,
  fee,
  tip,
  test,
  name,
  custom,
  lines,
}: Parameters<typeof purchaseOf>[1]): OrderFeature[] {
  const asked: Record<OrderFeature, boolean> = {
    tax: (tax ?? 0) > 0,
    fee: (fee ?? 0) > 0,
    tip: (tip ?? 0) > 0,
    test: test === true,
    name: name !== undefined,
    custom_line: (custom ?? []).length > 0,
    bundle: lines.some(({ parts }) => (parts ?? []).length > 0),
  };
  return (['tax', 'fee', 'tip', 'test', 'name', 'custom_line', 'bundle'] as const).filter(
    (name) => asked[name],
  );
}
