import { z } from 'zod';
import { cancellationOffer, reason } from '../cancellations/cancellations.ts';
import { channelKinds, channels } from '../channels/channels.ts';
import { endpoint } from '../api/endpoint.ts';
import { none, recordId } from '../api/fields.ts';
import { shipmentForm } from './fulfilment.ts';
import { fault, messageOnWire, type MessageOnWire } from '../messages/message.ts';
import { orderRow, type OrderRow } from '../orders/orders.ts';
import { storePath } from '../stores/stores.ts';

/* What must be known for one action on many orders, before it is asked for. */

/** Orders whose forms are read with one call. */
export const mostFormsAtOnce = 50;

const common = {
  method: 'GET',
  params: storePath,
  query: z.object({
    q: z
      .object({
        id_in: z
          .array(recordId)
          .min(1, fault('orders.none_chosen'))
          .max(mostFormsAtOnce, fault('orders.too_many_chosen', { limit: mostFormsAtOnce })),
      })
      .strict(),
  }),
  body: none,
  permission: 'order.work',
  audit: null,
} as const;

const formsOf = <Form extends z.ZodType>(form: Form) =>
  z.object({
    forms: z.array(
      z.object({
        order: orderRow,
        /** Why the order has no part in the action; null: it has. */
        skipped: z.object({ reason: z.string(), reason_message: messageOnWire }).nullable(),
        /** Null where the order is skipped. */
        form: form.nullable(),
      }),
    ),
  });

export const listMassShipForms = endpoint({
  ...common,
  name: 'listMassShipForms',
  summary: 'What must be known to ship each of these orders, and which of them cannot be shipped',
  path: '/api/stores/:storeId/orders/mass_ship_forms.json',
  reply: formsOf(shipmentForm),
});

export const listMassCollectionForms = endpoint({
  ...common,
  name: 'listMassCollectionForms',
  summary: 'What must be known to set each of these orders ready to collect, and which of them cannot be',
  path: '/api/stores/:storeId/orders/mass_collection_forms.json',
  reply: formsOf(shipmentForm),
});

export const listMassPickupForms = endpoint({
  ...common,
  name: 'listMassPickupForms',
  summary: 'Which of these orders can be picked up, and whether their buyers show a coupon',
  path: '/api/stores/:storeId/orders/mass_pickup_forms.json',
  reply: formsOf(z.object({ has_coupon: z.boolean(), is_recorded_here: z.boolean() })),
});

export const listMassCancellationForms = endpoint({
  ...common,
  name: 'listMassCancellationForms',
  summary: 'Why each of these orders may be cancelled, and which of them cannot be',
  path: '/api/stores/:storeId/orders/mass_cancellation_forms.json',
  reply: formsOf(cancellationOffer),
});

export const listMassAcceptanceForms = endpoint({
  ...common,
  name: 'listMassAcceptanceForms',
  summary: 'Of which of these orders a buyer’s request to cancel can be accepted',
  path: '/api/stores/:storeId/orders/mass_acceptance_forms.json',
  reply: formsOf(z.object({})),
});

export const listMassRefusalForms = endpoint({
  ...common,
  name: 'listMassRefusalForms',
  summary:
    'Why the buyer’s request to cancel each of these orders may be rejected, and of which it cannot be',
  path: '/api/stores/:storeId/orders/mass_refusal_forms.json',
  reply: formsOf(z.object({ reasons: z.array(reason) })),
});

/** An order of a mass action, with what must be known for it. */
export interface MassForm<Form> {
  readonly order: OrderRow;
  readonly skipped: { readonly reason: string; readonly reason_message: MessageOnWire } | null;
  readonly form: Form | null;
}

/** The shipment forms of many orders, in the specification's call for a channel alone. */
export const massParamsCalls = channelKinds.flatMap((channel) => {
  const { calls } = channels[channel].shipping;
  if (calls === null) return [];
  const word = channels[channel].marketplaceType.replace('Marketplace', '');
  return [
    {
      channel,
      params: endpoint({
        ...common,
        name: `list${word}MassShipmentParams`,
        summary: `The ways in which ${channels[channel].label} lets each of these orders be shipped; orders that cannot be are left out`,
        path: `/api/stores/:storeId/orders/${calls.massParams}.json` as const,
        reply: z.object({
          orders: z.array(
            z.object({
              reference_number: z.string(),
              shipment_params: z.array(z.object({ key: z.string(), value: z.array(z.string()) })),
            }),
          ),
        }),
      }),
    },
  ];
});

export const channelEndpoints = massParamsCalls.map(({ params }) => params);
