import {
  showProductListing,
  updateProductListing,
  type ListingDetail,
} from '@evenstock/contract/catalog/product-listings';
import { Form } from 'antd';
import { useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { ActDialog } from '../../ui/dialogs/act-dialog.tsx';
import { showFieldErrors } from '../../ui/forms/field-errors.ts';
import { notify } from '../../ui/pages/notices.ts';
import { isChangedMeanwhile, useSaveOver } from '../../ui/dialogs/save-over.ts';
import { isTypedInto, useUnsaved } from '../../ui/dialogs/unsaved.ts';
import { useListingsText } from './listings.texts.ts';
import { PriceField } from './price-field.tsx';

interface Fields {
  readonly price: string;
}

interface ListingPriceProps {
  readonly listing: ListingDetail;
  readonly onClose: () => void;
}

/** Sets one price for all SKUs of a listing. */
export function ListingPriceModal({ listing, onClose }: ListingPriceProps) {
  const t = useListingsText();
  const { storeId } = useStore();
  const [form] = Form.useForm<Fields>();
  const update = useWrite(updateProductListing, ['variants', 'actions']);
  const count = listing.variant_listings.filter(({ deleted_at: gone }) => gone === null).length;

  // The price when the dialog opened, so that a newer change of another user is not reverted.
  const [before] = useState(() => ({
    price: listing.price === null ? '' : String(listing.price),
    at: listing.variant_listings
      .map(({ updated_at }) => updated_at)
      .sort()
      .at(-1),
  }));
  const saveOver = useSaveOver();
  const close = useUnsaved({
    isUnsaved: () => !update.isPending && isTypedInto(form, before),
    onClose,
  });

  function save({ price: typed }: Fields, since: string | undefined): void {
    const price = typed.trim();
    if (price === before.price) {
      onClose();
      return;
    }
    update.mutate(
      {
        params: { storeId, productListingId: listing.id },
        body: { product_listing: { price, ...(since === undefined ? {} : { if_unchanged_since: since }) } },
      },
      {
        onSuccess: (reply) => {
          rememberReply(showProductListing, { params: { storeId, productListingId: listing.slug } }, reply);
          notify({ kind: 'success', text: t('listingUpdated') });
          onClose();
        },
        onError: (thrown) => {
          const failure = failureOf(thrown);
          const reason = showFieldErrors(form, failure);
          if (isChangedMeanwhile(failure)) {
            saveOver(reason, () => save({ price }, undefined));
            return;
          }
          const failed = t('listingFailed');
          notify({ kind: 'error', text: reason === null ? failed : t('because', { failed, reason }) });
          form.resetFields();
        },
      },
    );
  }

  return (
    <ActDialog
      title={t('priceTitle', { marketplace: listing.marketplace.name })}
      ok={t('save')}
      isPending={update.isPending}
      onOk={() => form.submit()}
      onClose={close}
    >
      <p>{t('priceHint', { count })}</p>
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={before}
        onFinish={(fields) => save(fields, before.at)}
      >
        <PriceField currency={listing.currency} />
      </Form>
    </ActDialog>
  );
}
