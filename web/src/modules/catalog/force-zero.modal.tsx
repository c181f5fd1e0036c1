import { updateVariantListing } from '@evenstock/contract/product-listings';
import type { VariantListing } from '@evenstock/contract/listings';
import { Button, Form, Modal } from 'antd';
import { failureOf } from '../../api/failure.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { showFieldErrors } from '../../ui/field-errors.ts';
import { message } from '../../ui/overlays.ts';
import { useCatalogText } from './catalog.texts.ts';
import { fieldsOf, ForceZeroFields, removeDates, windowOf, type WindowFields } from './force-zero-fields.tsx';

interface ForceZeroProps {
  readonly listing: VariantListing;
  readonly onClose: () => void;
}

/** From when to when one listing shows 0. */
export function ForceZeroModal({ listing, onClose }: ForceZeroProps) {
  const t = useCatalogText();
  const { storeId, store } = useStore();
  const [form] = Form.useForm<WindowFields>();
  const schedule = useWrite(updateVariantListing, ['variants']);
  const save = (fields: WindowFields) =>
    schedule.mutate(
      {
        params: { storeId, variantListingId: listing.id },
        body: { variant_listing: windowOf(fields, store.time_zone) },
      },
      {
        onSuccess: () => {
          message.success(t('listingUpdated'));
          onClose();
        },
        onError: (thrown) => {
          const reason = showFieldErrors(form, failureOf(thrown));
          message.error(reason ?? t('listingUpdateFailed'));
        },
      },
    );
  return (
    <Modal
      open
      title={t('forceZeroTitle', { name: listing.marketplace.name })}
      onCancel={onClose}
      footer={[
        <Button key="remove" onClick={() => removeDates(form)}>
          {t('removeDates')}
        </Button>,
        <Button key="cancel" onClick={onClose}>
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
        initialValues={fieldsOf(listing, store.time_zone)}
        onFinish={save}
      >
        <ForceZeroFields />
      </Form>
    </Modal>
  );
}
