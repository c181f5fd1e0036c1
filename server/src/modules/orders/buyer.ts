import type { Buyer } from '@evenstock/connectors/kit/connector';
import { z } from 'zod';
import type { Vault } from '../../platform/vault.ts';

/** What a buyer’s data are sealed for. */
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

/** Encrypts a buyer's personal data for `orders.buyer_sealed`; null where the marketplace told nothing. */
export function sealBuyer(vault: Vault, buyer: Buyer): Buffer | null {
  const { name, fullAddress, postalCode, phone, email } = buyer;
  const details: BuyerDetails = { name, fullAddress, postalCode, phone, email };
  if (Object.values(details).every((value) => value === null)) return null;
  return vault.seal(JSON.stringify(details), BUYER_PURPOSE);
}

/** Decrypts `orders.buyer_sealed`. */
export function openBuyer(vault: Vault, sealed: Buffer | null): BuyerDetails {
  return sealed === null ? nobody : sealedBuyer.parse(JSON.parse(vault.open(sealed, BUYER_PURPOSE)));
}

/** Tells one buyer of a marketplace from another without keeping who it is: `orders.buyer_key`. */
export function buyerKey(vault: Vault, marketplaceId: number, buyer: Buyer): Buffer | null {
  return buyer.id === null ? null : vault.fingerprint(`${String(marketplaceId)}:${buyer.id}`, BUYER_PURPOSE);
}
