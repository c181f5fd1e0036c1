import type { AskedField, Choice, ShipmentForm } from '../kit/capabilities.ts';
import type { ShippingParameter } from './wire-actions.ts';

type Method = ShipmentForm['methods'][number];
type MethodKey = keyof ShippingParameter['info_needed'];

const labels: readonly (readonly [MethodKey, string])[] = [
  ['pickup', 'Pickup'],
  ['dropoff', 'Drop off'],
  ['non_integrated', 'Own courier'],
];

/**
 * The ways of shipping that Shopee offers for an order, with what each needs (shopee.md 5.1). A way that needs something that
 * nobody here can be asked for (`slug`) is left out.
 */
export function methodsOf(parameter: ShippingParameter): Method[] {
  return labels.flatMap(([key, label]) => {
    const needed = parameter.info_needed[key];
    if (needed === undefined || needed === null) return [];
    const fields = needed.map((name) => fieldOf(key, name, parameter));
    return fields.includes(null) ? [] : [{ key, label, fields: fields.filter((field) => field !== null) }];
  });
}

function fieldOf(method: MethodKey, name: string, parameter: ShippingParameter): AskedField | null {
  const addresses = parameter.pickup?.address_list ?? [];
  switch (name) {
    case 'address_id':
      return choice(
        'address_id',
        'Address',
        addresses.map((each) => ({ value: each.address_id, label: addressLabel(each), within: null })),
        null,
      );
    case 'pickup_time_id':
      return choice(
        'pickup_time_id',
        'Pickup Time',
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
        'Branch',
        (parameter.dropoff?.branch_list ?? []).map((each) => ({
          value: each.branch_id,
          label: addressLabel(each),
          within: null,
        })),
        null,
      );
    case 'sender_real_name':
      return text('sender_real_name', 'Sender Real Name', true, null);
    case 'tracking_no':
    case 'tracking_number':
      // Shopee gives the number itself where it knows the courier.
      return text('tracking_no', 'Tracking Number', method === 'non_integrated', {
        source: '.{1,64}',
        message: 'At most 64 characters',
      });
    default:
      return null;
  }
}

function choice(
  key: string,
  label: string,
  choices: readonly Choice[],
  within: string | null,
): AskedField | null {
  // Without anything to choose from, this way of shipping cannot be taken.
  if (choices.length === 0) return null;
  return { key, label, kind: 'choice', required: true, pattern: null, choices, within };
}

function text(key: string, label: string, required: boolean, pattern: AskedField['pattern']): AskedField {
  return { key, label, kind: 'text', required, pattern, choices: [], within: null };
}

type Address = NonNullable<ShippingParameter['dropoff']>['branch_list'][number];

function addressLabel(each: Omit<Address, 'branch_id'>): string {
  const parts = [each.address, each.town, each.district, each.city, each.state, each.region, each.zipcode];
  return parts.filter((part) => part !== null).join(', ');
}

type Slot = NonNullable<ShippingParameter['pickup']>['address_list'][number]['time_slot_list'][number];

/** A slot's day and hours; the day as it is in Singapore, where the shop is told it. */
function slotLabel(slot: Slot): string {
  const day = slot.date?.toLocaleDateString('en-GB', {
    timeZone: 'Asia/Singapore',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
  return [day, slot.time_text].filter((part) => part !== undefined && part !== null).join(', ');
}
