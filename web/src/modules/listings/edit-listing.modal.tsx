import type { VariantListing } from '@evenstock/contract/catalog/listings';
import { updateVariantListing, type ListingDetail } from '@evenstock/contract/catalog/product-listings';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { ActDialog } from '../../ui/dialogs/act-dialog.tsx';
import { showFieldErrors } from '../../ui/forms/field-errors.ts';
import { notify } from '../../ui/pages/notices.ts';
import { isChangedMeanwhile, useSaveOver } from '../../ui/dialogs/save-over.ts';
import { isTypedInto, useUnsaved } from '../../ui/dialogs/unsaved.ts';
import { PriceField } from './price-field.tsx';
import { useListingsText } from './listings.texts.ts';

interface Fields {
  readonly price: string;
  readonly name: string;
}

interface EditListingProps {
  readonly listing: ListingDetail;
  readonly sku: VariantListing;
  readonly onClose: () => void;
}

/** Edits the price of one SKU of a listing, and the listing's name. Only changed fields are sent. */
export function EditListingModal({ listing, sku, onClose }: EditListingProps) {
  const t = useListingsText();
  const { storeId } = useStore();
  const [form] = Form.useForm<Fields>();
  const update = useWrite(updateVariantListing, ['variants', 'actions']);
  // The values when the dialog opened, so that a newer change of another user is not reverted.
  const [before] = useState({
    price: sku.price === null ? '' : String(sku.price),
    name: listing.name,
    at: sku.updated_at,
  });
  const saveOver = useSaveOver();
  const close = useUnsaved({
    isUnsaved: () => !update.isPending && isTypedInto(form, before),
    onClose,
  });
  const setsPrice = listing.actions.includes('edit_price') && sku.currency !== null;
  const renames = listing.actions.includes('edit_name');

  function save(fields: Partial<Fields>, since: string | null): void {
    const price = fields.price?.trim() ?? before.price;
    const name = fields.name?.trim() ?? before.name;
    const change = {
      ...(price === before.price ? {} : { price }),
      ...(name === before.name ? {} : { product_listing_attributes: { id: listing.id, name } }),
    };
    if (Object.keys(change).length === 0) {
      onClose();
      return;
    }
    update.mutate(
      {
        params: { storeId, variantListingId: sku.id },
        body: { variant_listing: { ...change, ...(since === null ? {} : { if_unchanged_since: since }) } },
      },
      {
        onSuccess: () => {
          notify({ kind: 'success', text: t('variantUpdated') });
          onClose();
        },
        onError: (thrown) => {
          const failure = failureOf(thrown);
          const reason = showFieldErrors(form, failure);
          if (isChangedMeanwhile(failure)) {
            saveOver(reason, () => save(fields, null));
            return;
          }
          const failed = t('variantFailed');
          notify({ kind: 'error', text: reason ?? failed });
          form.resetFields();
        },
      },
    );
  }

  return (
    <ActDialog
      title={t('editTitle', { marketplace: listing.marketplace.name })}
      ok={t('save')}
      isPending={update.isPending}
      disabled={!setsPrice && !renames}
      onOk={() => form.submit()}
      onClose={close}
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={before}
        onFinish={(fields) => save(fields, before.at)}
      >
        {setsPrice && <PriceField currency={sku.currency} />}
        {renames && <NameField limit={listing.name_limit} />}
      </Form>
    </ActDialog>
  );
}

const lengthOf = (text: string): number => Array.from(text).length;

function NameField({ limit }: { readonly limit: number }) {
  const t = useListingsText();
  return (
    <Form.Item
      name="name"
      label={t('name')}
      extra={t('nameHint')}
      rules={[
        { required: true, whitespace: true, message: t('nameRequired') },
        {
          validator: (_, text: string) =>
            lengthOf(text.trim()) > limit
              ? Promise.reject(new Error(t('nameTooLong', { count: limit })))
              : Promise.resolve(),
        },
      ]}
    >
      <Input.TextArea
        autoSize
        autoComplete="off"
        count={{
          strategy: lengthOf,
          max: limit,
          show: ({ count }) => t('charactersLeft', { count: Math.max(0, limit - count) }),
        }}
      />
    </Form.Item>
  );
}
