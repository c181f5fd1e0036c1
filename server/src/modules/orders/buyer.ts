import type { Buyer } from '@evenstock/connectors/kit/connector';
import { z } from 'zod';
import type { Encryption } from '../../platform/encryption.ts';

/** The purpose of the encryption of buyers' data. */
export const BUYER_PURPOSE = 'order buyer';

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
export function sealBuyer(encryption: Encryption, buyer: Buyer): Buffer | null {
  const { name, fullAddress, postalCode, phone, email } = buyer;
  const details: BuyerDetails = { name, fullAddress, postalCode, phone, email };
  if (Object.values(details).every((value) => value === null)) return null;
  return encryption.seal(JSON.stringify(details), BUYER_PURPOSE);
}

/** Decrypts `orders.buyer_sealed`. */
export function openBuyer(encryption: Encryption, sealed: Buffer | null): BuyerDetails {
  return sealed === null ? nobody : sealedBuyer.parse(JSON.parse(encryption.open(sealed, BUYER_PURPOSE)));
}

/** A fingerprint of a buyer for `orders.buyer_key`, to count buyers without storing who they are. */
export function buyerKey(encryption: Encryption, marketplaceId: number, buyer: Buyer): Buffer | null {
  return buyer.id === null
    ? null
    : encryption.fingerprint(`${String(marketplaceId)}:${buyer.id}`, BUYER_PURPOSE);
}
