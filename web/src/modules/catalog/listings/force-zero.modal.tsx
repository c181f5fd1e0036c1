import { updateVariantListing } from '@evenstock/contract/catalog/product-listings';
import type { VariantListing } from '@evenstock/contract/catalog/listings';
import { Button, Form } from 'antd';
import { useState } from 'react';
import { failureOf } from '../../../api/failure.ts';
import { useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { Modal } from '../../../ui/dialogs/dialog.tsx';
import { showFieldErrors } from '../../../ui/forms/field-errors.ts';
import { message } from '../../../ui/dialogs/overlays.ts';
import { isChangedMeanwhile, useSaveOver } from '../../../ui/dialogs/save-over.ts';
import { isTypedInto, useUnsaved } from '../../../ui/dialogs/unsaved.ts';
import { useCatalogText } from '../product/catalog.texts.ts';
import { fieldsOf, ForceZeroFields, removeDates, windowOf, type WindowFields } from './force-zero-fields.tsx';

interface ForceZeroProps {
  readonly listing: VariantListing;
  readonly onClose: () => void;
}

/** The window in which one listing shows 0. */
export function ForceZeroModal({ listing, onClose }: ForceZeroProps) {
  const t = useCatalogText();
  const { storeId, store } = useStore();
  const [form] = Form.useForm<WindowFields>();
  const schedule = useWrite(updateVariantListing, ['variants']);
  // The value when the dialog opened, so that a newer change of another user is not reverted.
  const [before] = useState(() => ({ fields: fieldsOf(listing, store.time_zone), at: listing.updated_at }));
  const saveOver = useSaveOver();
  const isUnsaved = () => !schedule.isPending && isTypedInto(form, before.fields);
  const close = useUnsaved({ isUnsaved, onClose });
  const save = (fields: WindowFields, since: string | null) =>
    schedule.mutate(
      {
        params: { storeId, variantListingId: listing.id },
        body: {
          variant_listing: {
            ...windowOf(fields, store.time_zone),
            ...(since === null ? {} : { if_unchanged_since: since }),
          },
        },
      },
      {
        onSuccess: () => {
          message.success(t('listingUpdated'));
          onClose();
        },
        onError: (thrown) => {
          const failure = failureOf(thrown);
          const reason = showFieldErrors(form, failure);
          if (isChangedMeanwhile(failure)) {
            saveOver(reason, () => save(fields, null));
            return;
          }
          message.error(reason ?? t('listingUpdateFailed'));
        },
      },
    );
  return (
    <Modal
      open
      title={t('forceZeroTitle', { name: listing.marketplace.name })}
      onCancel={close}
      footer={[
        <Button key="remove" onClick={() => removeDates(form)}>
          {t('removeDates')}
        </Button>,
        <Button key="cancel" onClick={close}>
          {t('cancel')}
        </Button>,
        <Button key="save" type="primary" loading={schedule.isPending} onClick={() => form.submit()}>
          {t('save')}
        </Button>,
      ]}
    >
      <p className="es-quiet">{t('forceZeroLead')}</p>
      <Form<WindowFields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={before.fields}
        onFinish={(fields) => save(fields, before.at)}
      >
        <ForceZeroFields />
      </Form>
    </Modal>
  );
}
