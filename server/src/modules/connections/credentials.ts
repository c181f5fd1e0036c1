import type { Credentials } from '@evenstock/connectors/kit/access';
import { z } from 'zod';
import type { Encryption } from '../../platform/encryption.ts';
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
export const credentialsPurpose = (marketplaceId: number): string =>
  `credentials of marketplace ${String(marketplaceId)}`;

/** Encrypts a shop's credentials. */
export function sealCredentials(
  encryption: Encryption,
  marketplaceId: number,
  credentials: Credentials,
): SealedCredentials {
  return {
    sealed: encryption.seal(JSON.stringify(credentials), credentialsPurpose(marketplaceId)),
    accessExpiresAt: credentials.accessExpiresAt,
    refreshExpiresAt: credentials.refreshExpiresAt,
  };
}

/** Decrypts a shop's credentials. */
export function openCredentials(encryption: Encryption, marketplaceId: number, sealed: Buffer): Credentials {
  return stored.parse(JSON.parse(encryption.open(sealed, credentialsPurpose(marketplaceId))));
}
