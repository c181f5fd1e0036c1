import type { Action, LineUnits, OrderRef } from '@evenstock/connectors/kit/capabilities';
import type { Connector } from '@evenstock/connectors/kit/connector';
import type { ActionKind } from '@evenstock/contract/actions/actions';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import {
  defineAction,
  type ActionDefinition,
  type ActionEnd,
  type ActionRecord,
} from '../../actions/action-definition.ts';
import { foreseeZeroing } from '../../stock/changes/foresee-zeroing.ts';
import { listingsOfOrder, orderAtMarketplace } from '../order/order-at-marketplace.queries.ts';
import { readOrderJob } from '../order/orders.jobs.ts';

/** The input that every action of a connector takes of an order. */
export interface AskedOfOrder {
  readonly orderId: number;
  readonly order: OrderRef;
  readonly attemptKey: string;
  /** The units that the action concerns; null: all of the order. */
  readonly lines: readonly LineUnits[] | null;
  /** When the action was requested, on the channel's clock. */
  readonly askedAt: Date;
}

/**
 * Defines an action of orders: its row keeps `asked`, and the order is read again when it ends. A refusal means that the order's state
 * differs at its marketplace, so the order is read after a refusal too.
 */
export function defineOrderAction<Asked extends z.ZodType, ChannelAsked>(declaration: {
  readonly kind: ActionKind;
  readonly asked: Asked;
  readonly of: (connector: Connector) => Action<ChannelAsked> | undefined;
  /** The order items that the action concerns; null: all of the order. */
  readonly itemsOf: (asked: z.output<Asked>) => readonly number[] | null;
  /** Builds the input of the connector's action; null where a part of it no longer exists. */
  readonly fill: (
    base: AskedOfOrder,
    asked: z.output<Asked>,
    ctx: Context,
  ) => ChannelAsked | null | Promise<ChannelAsked | null>;
  /** Some marketplaces set the listings of the order to 0 when it is performed. */
  readonly mayZeroListings?: boolean;
  /** Applies the end of the action here, in the transaction that ends it. */
  readonly settle?: (tx: Tx, ctx: Context, action: ActionRecord, end: ActionEnd) => Promise<void>;
}): ActionDefinition {
  const { kind, asked: schema, of, itemsOf, fill, mayZeroListings = false, settle } = declaration;
  return defineAction({
    kind,
    asked: schema,
    of,
    async fill(ctx, action, asked) {
      const itemIds = itemsOf(asked);
      const order = await orderAtMarketplace(ctx.db, action.subjectId, itemIds ?? []);
      if (order === null) return null;
      if (mayZeroListings) {
        // All listings of the order: a marketplace may cancel every item of a package that is packed.
        const listings = await listingsOfOrder(ctx.db, action.subjectId);
        await foreseeZeroing(ctx, action.marketplaceId, listings);
      }
      const base = {
        orderId: action.subjectId,
        order: { number: order.number, channelId: order.channelId, lines: order.allLines },
        attemptKey: action.attemptKey,
        lines: itemIds === null ? null : order.lines,
        askedAt: new Date(action.askedAt.getTime() + order.clockOffsetMs),
      };
      return fill(base, asked, ctx);
    },
    async settle(tx, ctx, action, end) {
      await settle?.(tx, ctx, action, end);
      const { storeId, marketplaceId, subjectId } = action;
      const order = await orderAtMarketplace(tx, subjectId, []);
      if (order === null) return;
      const payload = { storeId, marketplaceId, number: order.channelId };
      await enqueue(tx, readOrderJob, payload, { key: `read-order:${String(subjectId)}` });
    },
  });
}
