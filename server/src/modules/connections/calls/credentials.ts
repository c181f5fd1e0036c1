import type { Credentials } from '@evenstock/connectors/kit/access';
import { z } from 'zod';
import type { Encryption, Purpose } from '../../../platform/secrets/encryption.ts';
import type { SealedCredentials } from './credentials.queries.ts';

const instant = z.iso.datetime().transform((text) => new Date(text));

const stored = z.object({
  accessToken: z.string(),
  accessExpiresAt: instant.nullable(),
  refreshToken: z.string().nullable(),
  refreshExpiresAt: instant.nullable(),
  shopId: z.string(),
  extra: z.record(z.string(), z.string()),
});

/** Binds sealed credentials to their marketplace: they cannot be opened for another. */
export function credentialsPurpose(storeId: number, marketplaceId: number): Purpose {
  const text = `credentials of marketplace ${String(marketplaceId)}`;
  return { text, storeId };
}

/** The marketplace whose credentials are sealed. */
interface SealedMarketplace {
  readonly storeId: number;
  readonly marketplaceId: number;
}

/** Encrypts a shop's credentials. */
export function sealCredentials(
  encryption: Encryption,
  { storeId, marketplaceId }: SealedMarketplace,
  credentials: Credentials,
): SealedCredentials {
  return {
    sealed: encryption.seal(JSON.stringify(credentials), credentialsPurpose(storeId, marketplaceId)),
    accessExpiresAt: credentials.accessExpiresAt,
    refreshExpiresAt: credentials.refreshExpiresAt,
  };
}

/** Decrypts a shop's credentials. */
export function openCredentials(
  encryption: Encryption,
  { storeId, marketplaceId }: SealedMarketplace,
  sealed: Buffer,
): Credentials {
  return stored.parse(JSON.parse(encryption.open(sealed, credentialsPurpose(storeId, marketplaceId))));
}
