import { z } from 'zod';

/** A place where a shop keeps units: a location, or a warehouse. */
export const stockPlace = z.object({ id: z.string(), name: z.string() });
export type StockPlace = z.infer<typeof stockPlace>;

/**
 * chosen: it is known which places are kept here. unread: the marketplace did not list them yet, which is tried again. asked: a member
 * must choose. moving: the listings begin anew at the places that were chosen. Until it is known, nothing is counted or written there.
 */
export const placeState = z.enum(['chosen', 'unread', 'asked', 'moving']);
export type PlaceState = z.infer<typeof placeState>;
