import { timingSafeEqual } from 'node:crypto';
import type { Context } from '../../context.ts';

const PURPOSE = 'file link';
/** How long a link opens its file, in seconds. */
const VALID_FOR = 15 * 60;

function signatureOf(ctx: Context, id: number, until: number): string {
  return ctx.encryption.fingerprint(`${String(id)}:${String(until)}`, PURPOSE).toString('base64url');
}

/** A path that opens an attachment for 15 minutes, whoever has it. */
export function signedLink(ctx: Context, id: number): string {
  const until = Math.floor(ctx.clock.now().getTime() / 1000) + VALID_FOR;
  return `/files/${String(id)}?sig=${String(until)}.${signatureOf(ctx, id, until)}`;
}

/** Whether a link's signature is ours, of this attachment, and not expired. */
export function isSigned(ctx: Context, id: number, signature: string): boolean {
  const [until = '', given = ''] = signature.split('.');
  if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 <= ctx.clock.now().getTime()) return false;
  const right = Buffer.from(signatureOf(ctx, id, Number(until)));
  const told = Buffer.from(given);
  return right.length === told.length && timingSafeEqual(right, told);
}
