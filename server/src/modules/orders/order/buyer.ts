import type { Buyer } from '@evenstock/connectors/kit/connector';
import { z } from 'zod';
import type { Encryption, Purpose } from '../../../platform/secrets/encryption.ts';
import { buyerWords } from './buyer-words.rules.ts';

/** The purpose of the fingerprints of buyers. */
const BUYER_PURPOSE = 'order buyer';
/** The purpose of the fingerprints of words of names; it differs from all other purposes of the key. */
const WORD_PURPOSE = 'order buyer word';
/** Length of a stored fingerprint in bytes. It makes a collision of two words of a store negligible. */
const WORD_BYTES = 16;

/** The order whose buyer's data are sealed. */
interface SealedOrder {
  readonly id: number;
  readonly storeId: number;
}

/** Binds a buyer's sealed data to their order: they cannot be opened for another. */
export const buyerPurpose = ({ id, storeId }: SealedOrder): Purpose => ({
  text: `buyer of order ${String(id)}`,
  storeId,
});

const sealedBuyer = z.object({
  name: z.string().nullable(),
  fullAddress: z.string().nullable(),
  postalCode: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});
/** What identifies a buyer, as the order page shows it. */
export type BuyerDetails = z.infer<typeof sealedBuyer>;

const nobody: BuyerDetails = { name: null, fullAddress: null, postalCode: null, phone: null, email: null };

/** Encrypts a buyer's personal data for `orders.buyer_sealed`; null where the marketplace reported none. */
export function sealBuyer(encryption: Encryption, order: SealedOrder, buyer: Buyer): Buffer | null {
  const { name, fullAddress, postalCode, phone, email } = buyer;
  const details: BuyerDetails = { name, fullAddress, postalCode, phone, email };
  if (Object.values(details).every((value) => value === null)) return null;
  return encryption.seal(JSON.stringify(details), buyerPurpose(order));
}

/** Decrypts `orders.buyer_sealed` of an order. */
export function openBuyer(encryption: Encryption, order: SealedOrder, sealed: Buffer | null): BuyerDetails {
  return sealed === null
    ? nobody
    : sealedBuyer.parse(JSON.parse(encryption.open(sealed, buyerPurpose(order))));
}

/** A fingerprint of a buyer for `orders.buyer_key`, to count buyers without storing who they are. */
export function buyerKey(encryption: Encryption, marketplaceId: number, buyer: Buyer): Buffer | null {
  return buyer.id === null ? null : buyerKeyOf(encryption, marketplaceId, buyer.id);
}

/** A fingerprint of a buyer by the channel's id. See `buyerKey`. */
export function buyerKeyOf(encryption: Encryption, marketplaceId: number, id: string): Buffer {
  return encryption.fingerprint(`${String(marketplaceId)}:${id}`, BUYER_PURPOSE);
}

/**
 * The fingerprints of the words of a name, for `order_buyer_words` or for a search. Each store has its own, so fingerprints of two
 * stores cannot be compared.
 */
export function wordFingerprints(encryption: Encryption, storeId: number, text: string | null): Buffer[] {
  return buyerWords(text ?? '').map((word) =>
    encryption.fingerprint(`${String(storeId)}:${word}`, WORD_PURPOSE).subarray(0, WORD_BYTES),
  );
}
