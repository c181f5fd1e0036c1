import { imageTypes, largestAttachment } from '@evenstock/contract/attachments/attachments';
import { Upload, type UploadFile } from 'antd';
import { useState } from 'react';
import { uploadImage } from '../../api/upload.ts';
import { notifyFailure } from '../../ui/pages/notices.ts';
import { message } from '../../ui/dialogs/overlays.ts';
import { useReturnsText } from './returns.texts.ts';

/** An image of the dispute; it has no id while it is being uploaded. */
export interface DisputeImage {
  readonly uid: string;
  readonly attachmentId: number | null;
}

/** The server's reply to an upload. */
interface Uploaded {
  readonly id: number;
  readonly url: string;
}

interface DisputeImagesProps {
  readonly most: number;
  /* Props that the form passes in. */
  readonly id?: string;
  readonly onChange?: (images: readonly DisputeImage[]) => void;
}

const megabytes = largestAttachment / 1_000_000;
const accepted: readonly string[] = imageTypes;

/** Images with previews: each is uploaded when it is chosen, and can be removed. */
export function DisputeImages({ most, id, onChange }: DisputeImagesProps) {
  const t = useReturnsText();
  const [files, setFiles] = useState<readonly UploadFile<Uploaded>[]>([]);

  function take(next: readonly UploadFile<Uploaded>[]): void {
    setFiles(
      next.map((file) => (file.response === undefined ? file : { ...file, thumbUrl: file.response.url })),
    );
    onChange?.(next.map(({ uid, response }) => ({ uid, attachmentId: response?.id ?? null })));
  }

  return (
    <>
      <Upload<Uploaded>
        {...(id === undefined ? {} : { id })}
        listType="picture-card"
        accept={accepted.join(',')}
        fileList={[...files]}
        maxCount={most}
        // The server's address is used, because the content security policy allows no blob: images.
        previewFile={() => Promise.resolve('')}
        showUploadList={{ showPreviewIcon: false }}
        beforeUpload={(file) => {
          const isImage = accepted.includes(file.type);
          if (isImage && file.size <= largestAttachment) return true;
          const words = { name: file.name, megabytes };
          message.error(isImage ? t('imageTooLarge', words) : t('imagesOnly', words));
          return Upload.LIST_IGNORE;
        }}
        customRequest={({ file, onSuccess, onError }) => {
          if (!(file instanceof File)) return;
          uploadImage(file).then(
            (attachment) => onSuccess?.({ id: attachment.id, url: attachment.url }),
            (thrown: unknown) => {
              const { name } = file;
              notifyFailure(thrown, t('imageFailed', { name }), (reason) =>
                t('imageFailedBecause', { name, reason }),
              );
              onError?.(new Error('The upload failed.'));
            },
          );
        }}
        onChange={({ fileList }) => take(fileList)}
      >
        {files.length < most && <span>{t('addImage')}</span>}
      </Upload>
      <span className="es-quiet">{t('imagesHint', { most, megabytes })}</span>
    </>
  );
}
