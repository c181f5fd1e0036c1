import { z } from 'zod';
import { count, countOrZero, listOf, numeric, numericOrNull, textOrNull } from '../kit/wire-fields.ts';

/** Replies as Amazon sends them (amazon-sg.md, and the vendor's models). Unknown fields are ignored. */

const text = z.string().min(1);
const instant = z.iso.datetime({ offset: true }).transform((at) => new Date(at));

/** amazon-sg.md 2. */
export const failure = z.object({
  errors: z.array(z.object({ code: z.string(), message: z.string(), details: textOrNull })).min(1),
});

/** amazon-sg.md 1.2. */
export const tokens = z.object({
  access_token: text,
  expires_in: numeric,
  refresh_token: textOrNull,
});
export const loginFailure = z.object({ error: text });

/** amazon-sg.md 8. */
export const participations = z.object({
  payload: z.array(
    z.object({
      marketplace: z.object({ id: z.string(), countryCode: z.string(), defaultCurrencyCode: z.string() }),
      storeName: z.string(),
      participation: z.object({ isParticipating: z.boolean() }),
    }),
  ),
});

// ── Listings (amazon-sg.md 3) ──────────────────────────────────────────────

const money = z.object({ currencyCode: text, amount: numeric });

const issue = z.object({
  code: z.string(),
  message: z.string(),
  severity: z.string(),
  enforcements: z.object({ actions: listOf(z.object({ action: z.string() })) }).nullish(),
});

const availability = z.object({
  fulfillmentChannelCode: z.string(),
  quantity: z.number().int().nullish(),
});
export type Availability = z.output<typeof availability>;

/** amazon-sg.md 3.1: a listings item with what we ask for of it. */
export const item = z.object({
  sku: text,
  summaries: listOf(
    z.object({
      marketplaceId: z.string(),
      productType: z.string(),
      status: z.array(z.string()),
      itemName: textOrNull,
      lastUpdatedDate: instant,
      mainImage: z.object({ link: z.string() }).nullish(),
    }),
  ),
  offers: listOf(
    z.object({
      marketplaceId: z.string(),
      offerType: z.string(),
      price: money,
      audience: z.object({ value: textOrNull }).nullish(),
    }),
  ),
  fulfillmentAvailability: listOf(availability),
  issues: listOf(issue),
  relationships: listOf(
    z.object({ relationships: listOf(z.object({ type: z.string(), childSkus: listOf(z.string()) })) }),
  ),
});
export type Item = z.output<typeof item>;

/** One page of searchListingsItems; its items are parsed one by one. */
export const itemPage = z.object({
  numberOfResults: z.number().int(),
  pagination: z.object({ nextToken: textOrNull }).nullish(),
  items: z.array(z.unknown()),
});

/** amazon-sg.md 3.2: what patching and deleting a listing answer. */
export const submission = z.object({
  sku: z.string(),
  status: z.string(),
  submissionId: text,
  issues: listOf(issue),
});
export type Submission = z.output<typeof submission>;

// ── Reports and feeds (amazon-sg.md 3.5) ───────────────────────────────────

export const createdReport = z.object({ reportId: text });
export const report = z.object({
  reportId: text,
  processingStatus: z.string(),
  createdTime: instant,
  reportDocumentId: textOrNull,
});
export const reportPage = z.object({ reports: z.array(report) });
/** The document of a report or a feed. */
export const document = z.object({ url: text, compressionAlgorithm: textOrNull });
export type Document = z.output<typeof document>;

export const createdFeedDocument = z.object({ feedDocumentId: text, url: text });
export const createdFeed = z.object({ feedId: text });
export const feed = z.object({
  feedId: text,
  processingStatus: z.string(),
  createdTime: instant,
  processingEndTime: instant.nullish(),
  resultFeedDocumentId: textOrNull,
});
export type Feed = z.output<typeof feed>;
export const feedPage = z.object({ feeds: z.array(feed) });

// ── Orders (amazon-sg.md 4.1) ──────────────────────────────────────────────

const breakdowns = listOf(z.object({ type: z.string(), subtotal: money }));

const orderItem = z.object({
  orderItemId: text,
  quantityOrdered: count,
  product: z.object({
    title: textOrNull,
    sellerSku: textOrNull,
    price: z.object({ unitPrice: money.nullish() }).nullish(),
  }),
  proceeds: z.object({ breakdowns }).nullish(),
  fulfillment: z.object({ quantityFulfilled: numericOrNull, quantityUnfulfilled: numericOrNull }).nullish(),
  cancellation: z
    .object({
      cancellationRequest: z.object({ requester: textOrNull, cancelReason: textOrNull }).nullish(),
      cancellationExecution: z.object({ cancelledBy: textOrNull, cancelReason: textOrNull }).nullish(),
    })
    .nullish(),
});
export type OrderItem = z.output<typeof orderItem>;

const orderPackage = z.object({
  packageReferenceId: z.string(),
  packageStatus: z.object({ status: z.string(), detailedStatus: textOrNull }).nullish(),
  carrier: textOrNull,
  trackingNumber: textOrNull,
  packageItems: listOf(z.object({ orderItemId: text, quantity: countOrZero })),
});
export type OrderPackage = z.output<typeof orderPackage>;

export const order = z.object({
  orderId: text,
  createdTime: instant,
  lastUpdatedTime: instant,
  programs: listOf(z.string()),
  buyer: z.object({ buyerName: textOrNull, buyerEmail: textOrNull }).nullish(),
  recipient: z
    .object({
      deliveryAddress: z
        .object({
          name: textOrNull,
          companyName: textOrNull,
          addressLine1: textOrNull,
          addressLine2: textOrNull,
          addressLine3: textOrNull,
          city: textOrNull,
          districtOrCounty: textOrNull,
          stateOrRegion: textOrNull,
          postalCode: textOrNull,
          countryCode: textOrNull,
          phone: textOrNull,
        })
        .nullish(),
      deliveryPreference: z.object({ addressInstruction: textOrNull }).nullish(),
    })
    .nullish(),
  proceeds: z.object({ grandTotal: money.nullish(), breakdowns }).nullish(),
  fulfillment: z.object({
    fulfillmentStatus: z.string(),
    fulfilledBy: textOrNull,
    fulfillmentServiceLevel: textOrNull,
    shipByWindow: z.object({ latestDateTime: instant.nullish() }).nullish(),
  }),
  orderItems: z.array(orderItem),
  packages: listOf(orderPackage),
});
export type Order = z.output<typeof order>;

/** One page of searchOrders; its orders are parsed one by one. */
export const orderPage = z.object({
  orders: z.array(z.unknown()),
  pagination: z.object({ nextToken: textOrNull }).nullish(),
});
export const oneOrder = z.object({ order: z.unknown() });
