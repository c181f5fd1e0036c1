import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { buyerOf } from '../../core/buyers.ts';
import { pdfOf } from '../../core/pdf.ts';
import { createRandom } from '../../core/random.ts';
import type { Order } from '../../core/records.ts';
import type { Shop } from '../../core/shop.ts';
import type { Core } from '../../core/simulator.ts';
import type { AmazonRecords, ShipmentRecord } from '../protocol/records.ts';
import { invalidInput, notFound } from '../protocol/reply.ts';
import { nextReference, sendParcel } from './shipments.ts';
import { isoTime, site } from '../protocol/site.ts';
import type { SpCall } from '../protocol/sp-call.ts';

export const refundTask = 'label-refund';
/** Seconds after which a cancelled label is refunded. */
const refundSeconds = 10;
const day = 86_400_000;

const address = z.object({
  Name: z.string().min(1).max(30),
  AddressLine1: z.string().min(1).max(180),
  AddressLine2: z.string().max(60).optional(),
  City: z.string().min(1).max(30),
  PostalCode: z.string().min(1).max(30),
  CountryCode: z.string().length(2),
  Email: z.string(),
  Phone: z.string().max(30),
});
const details = z.object({
  AmazonOrderId: z.string(),
  ItemList: z.array(z.object({ OrderItemId: z.string(), Quantity: z.int().positive() })).min(1),
  ShipFromAddress: address,
  PackageDimensions: z.object({
    Length: z.number().positive(),
    Width: z.number().positive(),
    Height: z.number().positive(),
    Unit: z.enum(['inches', 'centimeters']),
  }),
  Weight: z.object({ Value: z.number().positive(), Unit: z.enum(['oz', 'g']) }),
  ShippingServiceOptions: z.object({
    DeliveryExperience: z.enum(['DeliveryConfirmationWithAdultSignature', 'DeliveryConfirmationWithSignature', 'DeliveryConfirmationWithoutSignature', 'NoTracking']),
    CarrierWillPickUp: z.boolean(),
  }),
}); // oxfmt-ignore
type Details = z.infer<typeof details>;

interface Service {
  readonly id: string;
  readonly name: string;
  readonly carrier: string;
  /** Major units. */
  readonly rate: number;
  readonly days: readonly [number, number];
}

const services: readonly Service[] = [
  {
    id: 'SINGPOST_TRACKED_PACKAGE',
    name: 'SingPost Tracked Package',
    carrier: 'SingPost',
    rate: 3.6,
    days: [2, 4],
  },
  { id: 'NINJAVAN_STANDARD', name: 'Ninja Van Standard', carrier: 'Ninja Van', rate: 4.9, days: [1, 3] },
];

/** `POST /mfn/v0/eligibleShippingServices`: what labels can be bought for these items (amazon-sg.md 5). */
export function getEligibleShipmentServices(call: SpCall): object {
  const { ShipmentRequestDetails: asked } = call.body(z.object({ ShipmentRequestDetails: details }));
  orderOf(call, asked.AmazonOrderId);
  return {
    payload: { ShippingServiceList: services.map((service) => serviceView(service, asked, call.now)) },
  };
}

function serviceView(service: Service, asked: Details, at: number): object {
  const rate = { CurrencyCode: site.currency, Amount: service.rate };
  return {
    ShippingServiceName: service.name,
    CarrierName: service.carrier,
    ShippingServiceId: service.id,
    ShippingServiceOfferId: Buffer.from(`${service.id}/${asked.AmazonOrderId}`).toString('base64url'),
    ShipDate: isoTime(at),
    EarliestEstimatedDeliveryDate: isoTime(at + service.days[0] * day),
    LatestEstimatedDeliveryDate: isoTime(at + service.days[1] * day),
    Rate: rate,
    RateWithAdjustments: rate,
    ShippingServiceOptions: asked.ShippingServiceOptions,
    AvailableLabelFormats: ['PDF'],
    RequiresAdditionalSellerInputs: false,
  };
}

const purchase = z.object({
  ShipmentRequestDetails: details,
  ShippingServiceId: z.string(),
  ShippingServiceOfferId: z.string().optional(),
});

/** `POST /mfn/v0/shipments`: buys a label. The order needs no confirmation then. */
export function createShipment(call: SpCall): object {
  const { ShipmentRequestDetails: asked, ShippingServiceId } = call.body(purchase);
  const order = orderOf(call, asked.AmazonOrderId);
  const service = services.find(({ id }) => id === ShippingServiceId);
  if (service === undefined)
    throw invalidInput(`The ShippingServiceId ${ShippingServiceId} is not eligible.`);
  const { core, records, shop } = call;
  const reference = nextReference(records.notesOf(shop, order));
  const random = createRandom(core.random('amazon-sg').hex(8), shop.id, 'label', shop.nextNumber('label'));
  sendParcel(core, records, shop, order, {
    reference,
    carrierCode: service.carrier,
    carrierName: service.carrier,
    method: service.name,
    tracking: `AMZSG${String(random.between(100_000_000, 999_999_999))}`,
    shipDate: isoTime(call.now),
    items: asked.ItemList.map(({ OrderItemId, Quantity }) => ({
      orderItemId: OrderItemId,
      quantity: Quantity,
    })),
  });
  const id = [8, 4, 4, 4, 12].map((length) => random.hex(length)).join('-');
  const shipment: ShipmentRecord = {
    shop: shop.id, id, order: order.number, parcel: reference, service: service.id, status: 'Purchased', createdAt: call.now, updatedAt: call.now, details: asked,
  }; // oxfmt-ignore
  records.shipments.put(id, shipment);
  return { payload: shipmentView(call, shipment) };
}

/** `GET /mfn/v0/shipments/{shipmentId}`: with the label again. */
export function getShipment(call: SpCall): object {
  return { payload: shipmentView(call, named(call)) };
}

/** `DELETE /mfn/v0/shipments/{shipmentId}`: asks for the label's price back. */
export function cancelShipment(call: SpCall): object {
  const shipment = named(call);
  if (shipment.status === 'Purchased') {
    const cancelled = { ...shipment, status: 'RefundPending' as const, updatedAt: call.now };
    call.records.shipments.put(shipment.id, cancelled);
    call.core.schedule(call.shop, call.now + refundSeconds * 1000, refundTask, shipment.id);
    return { payload: shipmentView(call, cancelled) };
  }
  return { payload: shipmentView(call, shipment) };
}

/** The price of a cancelled label is given back. */
export function refundLabel(core: Core, records: AmazonRecords, id: string): void {
  const shipment = records.shipments.get(id);
  if (shipment?.status === 'RefundPending')
    records.shipments.put(id, { ...shipment, status: 'RefundApplied', updatedAt: core.clock.now() });
}

function named(call: SpCall): ShipmentRecord {
  const shipment = call.records.shipments.get(call.part('shipmentId'));
  if (shipment?.shop !== call.shop.id) throw notFound('The shipment could not be found.');
  return shipment;
}

function orderOf({ shop }: SpCall, number: string): Order {
  const order = shop.orders.get(number);
  if (order === undefined || shop.isHidden(order)) throw notFound(`Order ${number} could not be found.`);
  return order;
}

function shipmentView({ records, shop }: SpCall, shipment: ShipmentRecord): object {
  const order = shop.orders.get(shipment.order);
  const service = services.find(({ id }) => id === shipment.service);
  if (order === undefined || service === undefined) throw notFound('The shipment could not be found.');
  const asked = details.parse(shipment.details);
  const tracking =
    records.notesOf(shop, order).parcels.find(({ reference }) => reference === shipment.parcel)?.tracking ??
    '';
  return {
    ShipmentId: shipment.id,
    AmazonOrderId: order.number,
    ItemList: asked.ItemList,
    ShipFromAddress: asked.ShipFromAddress,
    ShipToAddress: shipTo(order),
    PackageDimensions: asked.PackageDimensions,
    Weight: asked.Weight,
    Insurance: { CurrencyCode: site.currency, Amount: 0 },
    ShippingService: serviceView(service, asked, shipment.createdAt),
    Label: labelOf(shop, order, service, tracking),
    Status: shipment.status,
    TrackingId: tracking,
    CreatedDate: isoTime(shipment.createdAt),
    LastUpdatedDate: isoTime(shipment.updatedAt),
  };
}

function shipTo(order: Order): object {
  const buyer = buyerOf(order.buyer);
  return {
    Name: buyer.name,
    AddressLine1: buyer.street,
    AddressLine2: buyer.unit,
    City: 'Singapore',
    PostalCode: buyer.postalCode,
    CountryCode: site.country,
    Email: '',
    Phone: buyer.phone,
  };
}

/** A PDF, packed; its MD5 is that of the file as it is unpacked. */
function labelOf(shop: Shop, order: Order, service: Service, tracking: string): object {
  const buyer = buyerOf(order.buyer);
  const file = pdfOf([
    [service.name, tracking, order.number, `To: ${buyer.name}`, `${buyer.street} ${buyer.unit}`, `Singapore ${buyer.postalCode}`, `From: ${shop.record.name}`],
  ]); // oxfmt-ignore
  return {
    Dimensions: { Length: 6, Width: 4, Unit: 'inches' },
    FileContents: {
      Contents: gzipSync(file).toString('base64'),
      FileType: 'application/pdf',
      Checksum: createHash('md5').update(file).digest('base64'),
    },
    LabelFormat: 'PDF',
  };
}
