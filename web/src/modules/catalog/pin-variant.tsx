import { updateVariant } from '@evenstock/contract/catalog/variants';
import { PushpinFilled, PushpinOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { notifyFailure } from '../../ui/pages/notices.ts';
import { message } from '../../ui/dialogs/overlays.ts';
import { useCatalogText } from './product/catalog.texts.ts';

interface PinVariantProps {
  readonly variant: { readonly id: number; readonly full_product_name: string; readonly is_pinned: boolean };
  readonly type?: 'text';
}

/** The button that pins or unpins a SKU; without the permission only a mark. */
export function PinVariant({ variant, type }: PinVariantProps) {
  const t = useCatalogText();
  const { storeId, can } = useStore();
  const update = useWrite(updateVariant, ['variants']);
  const { is_pinned: isPinned, full_product_name: name } = variant;
  const icon = isPinned ? <PushpinFilled className="es-pin" /> : <PushpinOutlined />;
  if (!can('product.work')) return isPinned ? <PushpinFilled title={t('pinned')} className="es-pin" /> : null;
  const label = isPinned ? t('unpinNamed', { name }) : t('pinNamed', { name });
  return (
    <Tooltip title={isPinned ? t('unpin') : t('pin')}>
      <Button
        {...(type === undefined ? {} : { type })}
        icon={icon}
        aria-label={label}
        aria-pressed={isPinned}
        loading={update.isPending}
        onClick={() =>
          update.mutate(
            {
              params: { storeId, variantId: String(variant.id) },
              body: { variant: { is_pinned: !isPinned } },
            },
            {
              onSuccess: () => message.success(isPinned ? t('unpinDone') : t('pinDone')),
              onError: (thrown) => notifyFailure(thrown, isPinned ? t('unpinFailed') : t('pinFailed')),
            },
          )
        }
      />
    </Tooltip>
  );
}
