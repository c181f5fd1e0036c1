/**
 * Every GraphQL document that we send, for version 2026-10, each held against Shopify's schema by a test.
 * `cost` is for our limiter: about the actual cost of a full page. Shopify requests more beforehand, at most 370 points of a
 * bucket of 2,000, and corrects it by the actual cost of the answer (shopify.md 2).
 */
export interface GraphqlDocument {
  readonly text: string;
  readonly cost: number;
}

/** Lists of parcels, refunds and payments have no cursor: as many as this mean that there may be more. */
export const listed = 20;
/** The most that one call gives (shopify.md 2). */
export const mostListed = 250;
