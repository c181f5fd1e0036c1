import { onceEach } from '../kit/batches.ts';
import { z } from 'zod';
import { instantIn, instantOrNullIn } from '../kit/times.ts';
import {
  count,
  countOrNull,
  flagOrNull,
  idText,
  lifeOrNull,
  listOf,
  numeric,
  readableOf,
  records,
  textOrNull,
  wordOrNull,
} from '../kit/wire-fields.ts';
import { barcodeTold } from '../kit/wire-barcodes.ts';

/** Replies as Amazon sends them (amazon-sg.md, and the vendor's models). Unknown fields are ignored. */

const text = z.string().min(1);
/** A code of Amazon's, in capitals as its models have it. */
const code = text.transform((each) => each.toUpperCase());
/** ISO 8601; where no zone is written it is UTC (amazon-sg.md 2). */
const instant = instantIn('Z');
const instantOrNull = instantOrNullIn('Z');

/** amazon-sg.md 2. */
export const failure = z.object({
  errors: z
    .array(
      z.object({
        code: textOrNull.transform((given) => given ?? 'unknown'),
        message: textOrNull.transform((words) => words ?? ''),
        details: textOrNull,
      }),
    )
    .min(1),
});

/** Errors, and nothing else. */
export const bareFailure = z.strictObject(failure.shape);

/** amazon-sg.md 1.2. */
export const tokens = z.object({
  access_token: text,
  expires_in: lifeOrNull,
  refresh_token: textOrNull,
});
export const loginFailure = z.object({ error: text });

/** amazon-sg.md 8. */
export const participations = z.object({ payload: records });
/** One store of the seller's, on one of Amazon's marketplaces. */
export const store = z.object({
  marketplace: z.object({ id: z.string(), countryCode: textOrNull, defaultCurrencyCode: textOrNull }),
  storeName: textOrNull,
  participation: z.object({ isParticipating: flagOrNull }).nullish(),
});

// ── Listings (amazon-sg.md 3) ──────────────────────────────────────────────

const money = z.object({ currencyCode: text.transform((code) => code.toUpperCase()), amount: numeric });

const issue = z.object({
  code: textOrNull.transform((given) => given ?? 'unknown'),
  message: textOrNull.transform((words) => words ?? ''),
  severity: textOrNull.transform((severity) => severity ?? 'ERROR'),
  /** The attributes that it is about. */
  attributeNames: readableOf(text),
  enforcements: z
    .object({ actions: readableOf(z.object({ action: z.string() })) })
    .nullish()
    .catch(null),
});

export type Issue = z.output<typeof issue>;

const availability = z.object({
  fulfillmentChannelCode: z.string().transform((given) => given.toUpperCase()),
  quantity: countOrNull,
});
export type Availability = z.output<typeof availability>;

/** A product's number as the seller gave it: an EAN, UPC, GTIN, ISBN or JAN, of one marketplace where it is named. */
const productIdentifier = z.object({ type: textOrNull, value: barcodeTold, marketplace_id: textOrNull });

/** amazon-sg.md 3.1: a listings item with what we ask for of it. */
export const item = z.object({
  sku: text,
  summaries: listOf(
    z.object({
      marketplaceId: z.string(),
      asin: textOrNull,
      productType: textOrNull,
      status: readableOf(z.string()),
      itemName: textOrNull,
      lastUpdatedDate: instantOrNull,
      mainImage: z.object({ link: textOrNull }).nullish().catch(null),
    }),
  ),
  offers: readableOf(
    z.object({
      marketplaceId: z.string(),
      offerType: z.string(),
      price: money,
      audience: z.object({ value: textOrNull }).nullish().catch(null),
    }),
  ),
  fulfillmentAvailability: listOf(availability),
  attributes: z
    .object({
      externally_assigned_product_identifier: readableOf(productIdentifier),
    })
    .nullish()
    .catch(null),
  issues: readableOf(issue),
  relationships: readableOf(
    z.object({
      relationships: readableOf(z.object({ type: z.string(), childSkus: readableOf(z.string()) })),
    }),
  ),
});
export type Item = z.output<typeof item>;

/** One page of searchListingsItems; its items are parsed one by one. */
export const itemPage = z.object({
  numberOfResults: count,
  pagination: z.object({ nextToken: textOrNull }).nullish(),
  items: z.array(z.unknown()),
});

/** amazon-sg.md 3.2: what patching and deleting a listing answer. */
export const submission = z.object({
  sku: textOrNull,
  status: code,
  submissionId: textOrNull,
  issues: readableOf(issue),
});
export type Submission = z.output<typeof submission>;

// ── Reports and feeds (amazon-sg.md 3.5) ───────────────────────────────────

export const createdReport = z.object({ reportId: idText });
export const report = z.object({
  processingStatus: code,
  createdTime: instant,
  reportDocumentId: textOrNull,
});
export const reportPage = z.object({ reports: readableOf(report) });
/** The document of a report or a feed. */
export const document = z.object({ url: text });
export type Document = z.output<typeof document>;

export const createdFeedDocument = z.object({ feedDocumentId: idText, url: text });
export const createdFeed = z.object({ feedId: idText });
export const feed = z.object({
  processingStatus: code,
  createdTime: instant,
  processingEndTime: instantOrNull,
  resultFeedDocumentId: textOrNull,
});
export type Feed = z.output<typeof feed>;
export const feedPage = z.object({ feeds: readableOf(feed) });

// ── Orders (amazon-sg.md 4.1) ──────────────────────────────────────────────

/** A kind of proceeds whose amount cannot be read is left out: what is lacking shows as the rest of the total. */
const breakdowns = readableOf(z.object({ type: z.string(), subtotal: money }));

const orderItem = z.object({
  orderItemId: idText,
  quantityOrdered: count,
  product: z
    .object({
      asin: textOrNull,
      title: textOrNull,
      sellerSku: textOrNull,
      price: z
        .object({ unitPrice: money.nullish().catch(null) })
        .nullish()
        .catch(null),
    })
    .nullish()
    .transform((product) => product ?? { asin: null, title: null, sellerSku: null, price: null }),
  proceeds: z.object({ breakdowns }).nullish(),
  fulfillment: z.object({ quantityFulfilled: countOrNull, quantityUnfulfilled: countOrNull }).nullish(),
  cancellation: z
    .object({
      cancellationRequest: z.object({ requester: textOrNull, cancelReason: textOrNull }).nullish(),
      cancellationExecution: z.object({ cancelledBy: textOrNull, cancelReason: textOrNull }).nullish(),
    })
    .nullish(),
});
export type OrderItem = z.output<typeof orderItem>;

const orderPackage = z.object({
  packageReferenceId: textOrNull,
  packageStatus: z.object({ status: z.string(), detailedStatus: textOrNull }).nullish().catch(null),
  carrier: textOrNull,
  trackingNumber: textOrNull,
  packageItems: readableOf(z.object({ orderItemId: idText, quantity: countOrNull })),
});
export type OrderPackage = z.output<typeof orderPackage>;

export const order = z.object({
  orderId: text,
  createdTime: instant,
  lastUpdatedTime: instant,
  programs: readableOf(z.string()),
  buyer: z.object({ buyerName: textOrNull, buyerEmail: textOrNull }).nullish().catch(null),
  recipient: z
    .object({
      deliveryAddress: z
        .object({
          name: wordOrNull,
          companyName: wordOrNull,
          addressLine1: wordOrNull,
          addressLine2: wordOrNull,
          addressLine3: wordOrNull,
          city: wordOrNull,
          districtOrCounty: wordOrNull,
          stateOrRegion: wordOrNull,
          postalCode: wordOrNull,
          countryCode: wordOrNull,
          phone: wordOrNull,
        })
        .nullish(),
      deliveryPreference: z.object({ addressInstruction: textOrNull }).nullish().catch(null),
    })
    .nullish(),
  proceeds: z.object({ grandTotal: money.nullish(), breakdowns }).nullish(),
  fulfillment: z.object({
    fulfillmentStatus: code,
    fulfilledBy: textOrNull.transform((by) => by?.toUpperCase() ?? null),
    fulfillmentServiceLevel: textOrNull,
    shipByWindow: z.object({ latestDateTime: instantOrNull }).nullish().catch(null),
  }),
  orderItems: z.array(orderItem).transform((items) => onceEach(items, ({ orderItemId }) => orderItemId)),
  packages: readableOf(orderPackage).transform((parcels) =>
    onceEach(parcels, ({ packageReferenceId }) => packageReferenceId),
  ),
});
export type Order = z.output<typeof order>;

/** One page of searchOrders; its orders are parsed one by one. */
export const orderPage = z.object({
  orders: z.array(z.unknown()),
  pagination: z.object({ nextToken: textOrNull }).nullish(),
});
export const oneOrder = z.object({ order: z.unknown() });
