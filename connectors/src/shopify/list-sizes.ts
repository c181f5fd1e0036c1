/** Lists of parcels, refunds and payments have no cursor: as many as this mean that there may be more. */
export const listed = 20;
/** The most that one call gives (shopify.md 2). */
export const mostListed = 250;
