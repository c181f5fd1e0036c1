import { message, type Message } from '@evenstock/contract/messages/message';
import type { AskedField, Choice, ShipmentForm } from '../kit/capabilities.ts';
import type { ShippingParameter } from './wire-actions.ts';

type Method = ShipmentForm['methods'][number];
type MethodKey = keyof ShippingParameter['info_needed'];

const labels: readonly (readonly [MethodKey, Message])[] = [
  ['pickup', message('asked.pickup')],
  ['dropoff', message('asked.drop_off')],
  ['non_integrated', message('asked.own_carrier')],
];

/**
 * The ways of shipping that Shopee offers for an order, with what each needs (shopee.md 5.1). A way that needs an unknown
 * field (`slug`) or an address that there is not is left out; one without hours or branches to choose from is offered without them.
 */
export function methodsOf(parameter: ShippingParameter): Method[] {
  return labels.flatMap(([key, label]) => {
    const needed = parameter.info_needed[key];
    if (needed === undefined || needed === null) return [];
    const fields = needed
      .filter((name) => !hasNothingToChoose(name, parameter))
      .map((name) => fieldOf(key, name, parameter));
    return fields.includes(null) ? [] : [{ key, label, fields: fields.filter((field) => field !== null) }];
  });
}

/** Hours and branches are optional in ship_order (shopee.md 5.1): where Shopee lists none, none is given. */
function hasNothingToChoose(name: string, parameter: ShippingParameter): boolean {
  const addresses = parameter.pickup?.address_list ?? [];
  if (name === 'pickup_time_id') return addresses.every((each) => each.time_slot_list.length === 0);
  return name === 'branch_id' && (parameter.dropoff?.branch_list ?? []).length === 0;
}

function fieldOf(method: MethodKey, name: string, parameter: ShippingParameter): AskedField | null {
  const addresses = parameter.pickup?.address_list ?? [];
  switch (name) {
    case 'address_id':
      return choice(
        'address_id',
        addresses.map((each) => ({ value: each.address_id, label: addressLabel(each), within: null })),
        null,
      );
    case 'pickup_time_id':
      return choice(
        'pickup_time_id',
        addresses.flatMap((each) =>
          each.time_slot_list.map((slot) => ({
            value: slot.pickup_time_id,
            label: slotLabel(slot),
            within: each.address_id,
          })),
        ),
        'address_id',
      );
    case 'branch_id':
      return choice(
        'branch_id',
        (parameter.dropoff?.branch_list ?? []).map((each) => ({
          value: each.branch_id,
          label: addressLabel(each),
          within: null,
        })),
        null,
      );
    case 'sender_real_name':
      return text('sender_real_name', true, null);
    case 'tracking_no':
    case 'tracking_number':
      // Shopee gives the number itself where it knows the courier.
      return text('tracking_no', method === 'non_integrated', {
        source: '.{1,64}',
        message: message('asked.at_most', { limit: 64 }),
      });
    default:
      return null;
  }
}

const fieldLabels = {
  address_id: 'asked.address_id',
  pickup_time_id: 'asked.pickup_time_id',
  branch_id: 'asked.branch_id',
  sender_real_name: 'asked.sender_real_name',
  tracking_no: 'asked.tracking_no',
} as const;

function choice(
  key: 'address_id' | 'pickup_time_id' | 'branch_id',
  choices: readonly Choice[],
  within: string | null,
): AskedField | null {
  // Without choices this way of shipping cannot be used.
  if (choices.length === 0) return null;
  return {
    key,
    label: message(fieldLabels[key]),
    kind: 'choice',
    required: true,
    pattern: null,
    choices,
    within,
  };
}

function text(
  key: 'sender_real_name' | 'tracking_no',
  required: boolean,
  pattern: AskedField['pattern'],
): AskedField {
  return {
    key,
    label: message(fieldLabels[key]),
    kind: 'text',
    required,
    pattern,
    choices: [],
    within: null,
  };
}

type Address = NonNullable<ShippingParameter['dropoff']>['branch_list'][number];

function addressLabel(each: Omit<Address, 'branch_id'>): string {
  const parts = [each.address, each.town, each.district, each.city, each.state, each.region, each.zipcode];
  return parts.filter((part) => part !== null).join(', ');
}

type Slot = NonNullable<ShippingParameter['pickup']>['address_list'][number]['time_slot_list'][number];

/** A slot's day and hours, in Singapore's time. */
function slotLabel(slot: Slot): string {
  const day = slot.date?.toLocaleDateString('en-GB', {
    timeZone: 'Asia/Singapore',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
  return [day, slot.time_text].filter((part) => part !== undefined && part !== null).join(', ');
}
