import { timingSafeEqual } from 'node:crypto';
import type { Context } from '../../context.ts';

const PURPOSE = 'download link';

const macOf = ({ encryption }: Pick<Context, 'encryption'>, operationId: number, key: string): Buffer =>
  encryption.fingerprint(`${String(operationId)}:${key}`, PURPOSE);

/** The path within a store under which the requester downloads a file while it is kept. */
export function downloadPlace(
  ctx: Pick<Context, 'encryption'>,
  file: { readonly operationId: number; readonly key: string },
): string {
  const sig = macOf(ctx, file.operationId, file.key).toString('base64url');
  return `/downloads/${String(file.operationId)}?sig=${sig}`;
}

/** The address in the mail: a page of the web. See `downloadPlace`. */
export const downloadLink = (
  ctx: Pick<Context, 'encryption' | 'settings'>,
  slug: string,
  file: { readonly operationId: number; readonly key: string },
): string => `${ctx.settings.publicUrl}/stores/${slug}${downloadPlace(ctx, file)}`;

/** Whether a signature was made here for this file. */
export function isSignedFor(
  ctx: Pick<Context, 'encryption'>,
  sig: string,
  file: { readonly operationId: number; readonly key: string },
): boolean {
  const given = Buffer.from(sig, 'base64url');
  const right = macOf(ctx, file.operationId, file.key);
  return given.length === right.length && timingSafeEqual(given, right);
}
