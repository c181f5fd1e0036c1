import { z } from 'zod';
import { buyerOf } from '../core/buyers.ts';
import type { Order, OrderEventName } from '../core/records.ts';
import { addressesOf, channelOf } from './delivery.ts';
import { mustBeVisible, packageNumber, packageOf } from './orders.ts';
import { bodyAs, requiredList } from './parameters.ts';
import { locationId, seconds } from './products.ts';
import { badParameter } from './reply.ts';
import type { ShopCall, ShopEndpoint } from './shop-call.ts';
import { orderOfPackage } from './shipping.ts';
import { isArranged, logisticsStatus, maskedBuyer } from './words.ts';

const getTrackingNumber: ShopEndpoint = {
  method: 'GET',
  path: 'logistics/get_tracking_number',
  answer: ({ shop, query }) => {
    const order = mustBeVisible(shop, query.get('order_sn') ?? '');
    const hint =
      order.tracking === null ? 'The tracking number is not there yet, please try again later.' : '';
    return {
      response: {
        tracking_number: order.tracking ?? '',
        hint,
        first_mile_tracking_number: '',
        pickup_code: '',
      },
    };
  },
};

const journeys: Partial<Record<OrderEventName, readonly [description: string, status: string]>> = {
  pack: ['Shipment arranged', 'ORDER_CREATED'],
  unpack: ['Pick-up failed', 'FAILED_PICKED_UP'],
  ship: ['Parcel has been picked up', 'PICKED_UP'],
  deliver: ['Parcel has been delivered', 'DELIVERED'],
  collect: ['Parcel has been collected', 'DELIVERED'],
  cancel: ['Shipment cancelled', 'CANCELED'],
};

const getTrackingInfo: ShopEndpoint = {
  method: 'GET',
  path: 'logistics/get_tracking_info',
  answer: ({ shop, query }) => {
    const order = mustBeVisible(shop, query.get('order_sn') ?? '');
    const journey = order.events.flatMap(({ name, at }) => {
      const step = journeys[name];
      return step === undefined
        ? []
        : [{ update_time: seconds(at), description: step[0], logistics_status: step[1] }];
    });
    return {
      response: {
        order_sn: order.number,
        package_number: packageNumber(order),
        logistics_status: logisticsStatus(order),
        tracking_info: journey.reverse(),
      },
    };
  },
};

const getAddressList: ShopEndpoint = {
  method: 'GET',
  path: 'logistics/get_address_list',
  answer: ({ shop }) => ({
    response: {
      show_pickup_address: true,
      address_list: addressesOf(shop).map(({ address_id, address, zipcode, types }) => ({
        address_id, region: 'SG', state: '', city: '', district: '', town: '', address, zipcode, address_type: types, full_address: address,
      })), // oxfmt-ignore
    },
  }),
};

const searchBody = z.object({
  filter: z
    .object({ package_status: z.int().min(0).max(3).default(2), logistics_channel_ids: z.array(z.int()).optional(), fulfillment_type: z.int().optional() })
    .default({ package_status: 2 }),
  pagination: z.object({ page_size: z.int().min(1).max(100), cursor: z.string().default('') }),
  sort: z.object({ sort_type: z.int().min(1).max(3).default(1), ascending: z.boolean().default(true) }).default({ sort_type: 1, ascending: true }),
}); // oxfmt-ignore

/** 0 all, 1 pending, 2 to process, 3 processed (4). */
function hasPackageStatus(order: Order, status: number): boolean {
  if (status === 0) return true;
  if (status === 1) return order.stage === 'unpaid';
  if (status === 2) return order.stage === 'ready' && !order.cancellationRequested;
  return order.stage === 'packed';
}

const searchPackageList: ShopEndpoint = {
  method: 'POST',
  path: 'order/search_package_list',
  answer: ({ shop, body: raw }) => {
    const { filter, pagination, sort } = bodyAs(searchBody, raw);
    const offset = Number(pagination.cursor === '' ? '0' : pagination.cursor);
    if (!Number.isInteger(offset)) throw badParameter('cursor is invalid.');
    const found = [...shop.ordersByCreation.within(0, Infinity)].filter(
      (order) =>
        !shop.isHidden(order) &&
        hasPackageStatus(order, filter.package_status) &&
        (filter.logistics_channel_ids?.includes(channelOf(order).id) ?? true),
    );
    if (!sort.ascending) found.reverse();
    const more = offset + pagination.page_size < found.length;
    return {
      response: {
        packages_list: found.slice(offset, offset + pagination.page_size).map((order) => ({
          order_sn: order.number,
          package_number: packageNumber(order),
          logistics_channel_id: channelOf(order).id,
          product_location_id: locationId,
          is_shipment_arranged: isArranged(order),
        })),
        pagination: {
          total_count: found.length,
          next_cursor: more ? String(offset + pagination.page_size) : '',
          more,
        },
      },
    };
  },
};

const getPackageDetail: ShopEndpoint = {
  method: 'GET',
  path: 'order/get_package_detail',
  answer: (call) => {
    const numbers = requiredList(call.query, 'package_number_list', 50);
    const orders = numbers
      .map((number) => orderOfPackage(call, number))
      .filter((order) => order !== undefined);
    return { response: { package_list: orders.map((order) => packageDetail(call, order)) } };
  },
};

function packageDetail({ core }: ShopCall, order: Order): Record<string, unknown> {
  const buyer = buyerOf(order.buyer);
  const masked = maskedBuyer(buyer);
  return {
    ...packageOf(order),
    order_sn: order.number,
    fulfillment_status: logisticsStatus(order),
    tracking_number: order.tracking ?? '',
    update_time: seconds(order.updatedAt),
    ship_by_date: order.paidAt === null ? 0 : seconds(order.paidAt) + 2 * 86_400,
    days_to_ship: 2,
    recipient_address: {
      name: masked.name,
      phone: masked.phone,
      region: 'SG',
      zipcode: buyer.postalCode,
      full_address: masked.address,
    },
    is_shipment_arranged: isArranged(order),
    is_split_up: false,
    can_unsplit: false,
    pickup_done_time: seconds(order.events.find(({ name }) => name === 'ship')?.at ?? 0),
    virtual_contact_number: '',
    package_query_number: '',
    sorting_group: 'North',
    request_time: core.clock.seconds(),
  };
}

export const packageEndpoints: readonly ShopEndpoint[] = [
  getTrackingNumber,
  getTrackingInfo,
  getAddressList,
  searchPackageList,
  getPackageDetail,
];
