import {
  showProductListing,
  updateProductListing,
  type ListingDetail,
} from '@evenstock/contract/product-listings';
import { Form } from 'antd';
import { failureOf } from '../../api/failure.ts';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { showFieldErrors } from '../../ui/field-errors.ts';
import { notify } from '../../ui/notices.ts';
import { useListingsText } from './listings.texts.ts';
import { PriceField } from './price-field.tsx';

interface Fields {
  readonly price: string;
}

interface ListingPriceProps {
  readonly listing: ListingDetail;
  readonly onClose: () => void;
}

/** One price for all SKUs of a listing. */
export function ListingPriceModal({ listing, onClose }: ListingPriceProps) {
  const t = useListingsText();
  const { storeId } = useStore();
  const [form] = Form.useForm<Fields>();
  const update = useWrite(updateProductListing, ['variants', 'actions']);
  const count = listing.variant_listings.filter(({ deleted_at: gone }) => gone === null).length;

  function save({ price }: Fields): void {
    update.mutate(
      { params: { storeId, productListingId: listing.id }, body: { product_listing: { price } } },
      {
        onSuccess: (reply) => {
          rememberReply(showProductListing, { params: { storeId, productListingId: listing.slug } }, reply);
          notify({ kind: 'success', text: t('listingUpdated') });
          onClose();
        },
        onError: (thrown) => {
          const reason = showFieldErrors(form, failureOf(thrown));
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
      onClose={onClose}
    >
      <p>{t('priceHint', { count })}</p>
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ price: listing.price === null ? '' : String(listing.price) }}
        onFinish={save}
      >
        <PriceField currency={listing.currency} />
      </Form>
    </ActDialog>
  );
}
