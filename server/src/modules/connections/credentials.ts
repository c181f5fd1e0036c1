import type { Credentials } from '@evenstock/connectors/kit/access';
import { z } from 'zod';
import type { Vault } from '../../platform/vault.ts';
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

/** Bound to the marketplace: sealed for one, they do not open for another. */
export const credentialsPurpose = (marketplaceId: number): string =>
  `credentials of marketplace ${String(marketplaceId)}`;

/** Encrypts a shop's credentials for keeping. */
export function sealCredentials(
  vault: Vault,
  marketplaceId: number,
  credentials: Credentials,
): SealedCredentials {
  return {
    sealed: vault.seal(JSON.stringify(credentials), credentialsPurpose(marketplaceId)),
    accessExpiresAt: credentials.accessExpiresAt,
    refreshExpiresAt: credentials.refreshExpiresAt,
  };
}

/** Opens credentials that were kept. */
export function openCredentials(vault: Vault, marketplaceId: number, sealed: Buffer): Credentials {
  return stored.parse(JSON.parse(vault.open(sealed, credentialsPurpose(marketplaceId))));
}
