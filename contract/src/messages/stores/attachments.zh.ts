import type { attachmentMessages } from './attachments.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const attachmentChinese: ChineseOf<typeof attachmentMessages> = {
  images_only: '请选择图片文件（JPEG、PNG、GIF 或 WebP）。',
  file_required: '请选择文件。',
  too_large: '请选择不超过 {{megabytes}} MB 的文件。',
  too_many: '您今天上传的文件过多，请明天再试。',
};
