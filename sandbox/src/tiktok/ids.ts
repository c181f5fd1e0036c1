import { createRandom } from '../core/random.ts';
import type { Shop } from '../core/shop.ts';
import type { ChannelSimulator } from '../core/simulator.ts';

/** A number that is coprime to every power of ten: multiplying by it permutes. */
const spread = 2_654_435_761;

/** Ids in TikTok's manner (tiktok.md 0): 17 to 19 digits, always text. Four digits of the shop set them apart. */
export const ids: ChannelSimulator['ids'] = {
  shop: (name, sequence) =>
    `74940${String(createRandom('tiktok', name).between(1_000_000_000, 9_999_999_999))}${digits(sequence, 4)}`,
  item: (shop, sequence) => `17295${scope(shop)}${digits(1_000_000_000 + sequence, 10)}`,
  variant: (shop, sequence) => `17293${scope(shop)}${digits(1_000_000_000 + sequence, 10)}`,
  // The last digits count the line's units: each is a line item of its own.
  line: (shop, sequence) => `577${scope(shop)}${digits(sequence, 6)}00000`,
  order: (shop, sequence) => {
    const number = `5764${scope(shop)}${digits((sequence * spread) % 10_000_000_000, 10)}`;
    return { number, id: number };
  },
};

/** The id of one unit of a line, counted from 0. */
export function unitId(lineId: string, index: number): string {
  return String(BigInt(lineId) + BigInt(index));
}

/** The order's packages, cancellations and returns are numbered after it. */
export function packageId(orderId: string, index: number): string {
  return `${String(1152 + index)}${orderId.slice(4)}`;
}

export function orderIdOfPackage(id: string): string {
  return `5764${id.slice(4)}`;
}

export function cancellationId(orderId: string, index: number): string {
  return `4035${orderId.slice(4)}${String(index)}`;
}

export function returnId(orderId: string, index: number): string {
  return `4036${orderId.slice(4)}${String(index)}`;
}

export function orderIdOfRequest(id: string): string {
  return `5764${id.slice(4, 18)}`;
}

function scope(shop: Shop): string {
  return shop.id.slice(-4);
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
