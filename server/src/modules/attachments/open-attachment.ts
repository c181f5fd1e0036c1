import type { Context } from '../../context.ts';
import type { OpenedFile } from '../../api/http-files.ts';
import { findAttachment } from './attachments.queries.ts';
import { isSigned } from './signed-links.ts';

/** Opens an attachment by its signed link; null where the link is not ours or expired, or the file is gone. */
export async function openAttachment(
  ctx: Context,
  id: number,
  signature: string,
): Promise<OpenedFile | null> {
  if (!isSigned(ctx, id, signature)) return null;
  const attachment = await findAttachment(ctx.db, id);
  const bytes = attachment === null ? null : await ctx.files.read(attachment.file_key);
  return attachment === null || bytes === null ? null : { mediaType: attachment.media_type, bytes };
}
