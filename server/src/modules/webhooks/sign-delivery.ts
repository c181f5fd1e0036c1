import { createHmac, randomBytes } from 'node:crypto';
import type { Purpose } from '../../platform/secrets/encryption.ts';

/** A secret for the signatures of a webhook. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

/** Binds a sealed secret to its webhook: it cannot be opened for another. */
export function webhookSecretPurpose(storeId: number, webhookId: number): Purpose {
  const text = `webhook ${String(webhookId)} secret`;
  return { text, storeId };
}

/**
 * The header `Evenstock-Signature` of a delivery: when it was signed, in seconds, and the HMAC (SHA-256) of that time, a dot and
 * the body. The signature includes the time, so that an old delivery cannot be repeated as a new one.
 */
export function signatureOf(secret: string, body: string, at: Date): string {
  const seconds = String(Math.floor(at.getTime() / 1000));
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
