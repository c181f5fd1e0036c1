import { z } from 'zod';
import type { Table } from '../../core/journal.ts';
import type { Order } from '../../core/records.ts';
import type { Shop } from '../../core/shop.ts';
import type { Core } from '../../core/simulator.ts';

const instant = z.int();

/** A parcel that was confirmed, or whose label was bought. */
const parcelRecord = z.object({
  reference: z.string(),
  carrier: z.string(),
  method: z.string(),
  tracking: z.string(),
  shippedAt: instant,
  createdAt: instant,
  /** Units by line id. */
  units: z.record(z.string(), z.int()),
  /** The order shows it: a confirmation takes effect a little after it was accepted. */
  inEffect: z.boolean(),
});
export type Parcel = z.infer<typeof parcelRecord>;

/** What Amazon keeps of an order beside the order itself. */
const orderNotesRecord = z.object({
  parcels: z.array(parcelRecord),
  /** The seller's own order id. */
  alias: z.string().nullable(),
  /** Minor units given back, by line id. */
  refunded: z.record(z.string(), z.int()),
});
export type OrderNotes = z.infer<typeof orderNotesRecord>;

const attributeValue = z.array(z.record(z.string(), z.unknown()));

/** What a listing holds besides its common values: attributes as they were sent. */
const listingNotesRecord = z.object({
  attributes: z.record(z.string(), attributeValue),
  /** A title of this variant alone; it holds while the item is named as it was then. */
  title: z.object({ text: z.string(), over: z.string() }).nullable(),
  /** Its offer was deleted; it holds until the item is on sale again. */
  hasNoOffer: z.boolean(),
});
export type ListingNotes = z.infer<typeof listingNotesRecord>;

const processing = {
  createdAt: instant,
  /** How it ended; null while it is in the queue or being worked on. */
  outcome: z.enum(['DONE', 'CANCELLED', 'FATAL']).nullable(),
  endedAt: instant.nullable(),
  resultDocument: z.string().nullable(),
};
const reportRecord = z.object({
  shop: z.string(),
  id: z.string(),
  type: z.string(),
  from: instant.nullable(),
  to: instant.nullable(),
  /** A fault lets it lack rows. */
  leftOut: z.enum(['nothing', 'all but the first', 'all']).default('nothing'),
  ...processing,
});
export type ReportRecord = z.infer<typeof reportRecord>;

const feedRecord = z.object({
  shop: z.string(),
  id: z.string(),
  type: z.string(),
  inputDocument: z.string(),
  /** A fault lets only the first half of its messages count. */
  isHalf: z.boolean(),
  ...processing,
});
export type FeedRecord = z.infer<typeof feedRecord>;

/** A document behind a presigned address. */
export const documentRecord = z.object({
  shop: z.string(),
  id: z.string(),
  kind: z.enum(['report', 'feed']),
  contentType: z.string(),
  /** Base64, packed if `isPacked`; null until it is uploaded. */
  content: z.string().nullable(),
  isPacked: z.boolean(),
  createdAt: instant,
});
export type DocumentRecord = z.infer<typeof documentRecord>;

/** A consent that waits for the product's log-in page to send the seller on. */
const loginRedirectRecord = z.object({ shop: z.string(), isDraft: z.boolean(), expiresAt: instant });
export type LoginRedirect = z.infer<typeof loginRedirectRecord>;

/** What the developer registered for the app in Seller Central. */
export const registrationRecord = z.object({
  loginUri: z.string().nullable(),
  redirectUris: z.array(z.string()),
});
export type Registration = z.infer<typeof registrationRecord>;

/** A label that was bought (Merchant Fulfillment). */
export const shipmentRecord = z.object({
  shop: z.string(),
  id: z.string(),
  order: z.string(),
  parcel: z.string(),
  service: z.string(),
  status: z.enum(['Purchased', 'RefundPending', 'RefundRejected', 'RefundApplied']),
  createdAt: instant,
  updatedAt: instant,
  /** As the request had them. */
  details: z.record(z.string(), z.unknown()),
});
export type ShipmentRecord = z.infer<typeof shipmentRecord>;

const kept = 90 * 86_400_000;

/** The simulator's own tables. */
export class AmazonRecords {
  readonly #orderNotes: Table<OrderNotes>;
  readonly #listingNotes: Table<ListingNotes>;
  readonly reports: Table<ReportRecord>;
  readonly feeds: Table<FeedRecord>;
  readonly documents: Table<DocumentRecord>;
  readonly loginRedirects: Table<LoginRedirect>;
  readonly registrations: Table<Registration>;
  readonly shipments: Table<ShipmentRecord>;

  constructor(core: Core) {
    this.#orderNotes = core.table('amazon-sg/order-notes', orderNotesRecord);
    this.#listingNotes = core.table('amazon-sg/listing-notes', listingNotesRecord);
    this.reports = core.table('amazon-sg/reports', reportRecord);
    this.feeds = core.table('amazon-sg/feeds', feedRecord);
    this.documents = core.table('amazon-sg/documents', documentRecord);
    this.loginRedirects = core.table('amazon-sg/login-redirects', loginRedirectRecord);
    this.registrations = core.table('amazon-sg/registrations', registrationRecord);
    this.shipments = core.table('amazon-sg/shipments', shipmentRecord);
  }

  /** Reports, feeds and documents are kept for 90 days (amazon-sg.md 3.5). */
  purgeExpired(now: number): void {
    const isOld = ({ createdAt }: { readonly createdAt: number }): boolean => createdAt + kept < now;
    for (const table of [this.reports, this.feeds, this.documents])
      for (const [id, record] of [...table.entries()]) if (isOld(record)) table.delete(id);
  }

  /** The notes of an order; empty ones, not stored, if it has none. */
  notesOf(shop: Shop, order: Order): OrderNotes {
    return this.#orderNotes.get(`${shop.id}/${order.number}`) ?? { parcels: [], alias: null, refunded: {} };
  }

  keepNotes(shop: Shop, order: Order, notes: OrderNotes): void {
    this.#orderNotes.put(`${shop.id}/${order.number}`, notes);
  }

  listingNotes(shop: Shop, variantId: string): ListingNotes {
    return (
      this.#listingNotes.get(`${shop.id}/${variantId}`) ?? { attributes: {}, title: null, hasNoOffer: false }
    );
  }

  keepListingNotes(shop: Shop, variantId: string, notes: ListingNotes): void {
    this.#listingNotes.put(`${shop.id}/${variantId}`, notes);
  }
}
