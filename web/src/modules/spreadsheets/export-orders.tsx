import {
  downloadChosenOrders,
  downloadItemsOfChosenOrders,
} from '@evenstock/contract/spreadsheets/spreadsheets';
import { Button, Dropdown } from 'antd';
import { useSend } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useSpreadsheetsText } from './spreadsheets.texts.ts';
import { useExport } from './use-export.tsx';

interface ExportOrdersProps {
  /** Ids of the selected orders; empty for those of the list. */
  readonly chosen: readonly number[];
  /** The query of the list. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** The menu 'Export Orders', for users with the permission: exports orders or their items, of the selection or of the list. */
export function ExportOrders({ chosen, query }: ExportOrdersProps) {
  const t = useSpreadsheetsText();
  const { storeId, can } = useStore();
  const done = (email: string) => t('mailed', { email });
  const orders = useExport(useSend(downloadChosenOrders, ['operations']), {
    done,
    failed: t('ordersFailed'),
  });
  const items = useExport(useSend(downloadItemsOfChosenOrders, ['operations']), {
    done,
    failed: t('ordersFailed'),
  });
  if (!can('order.export')) return null;
  const { scope, q } = query;
  const body = chosen.length > 0 ? { id_in: chosen } : { scope, q };
  const input = { params: { storeId }, body };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'orders', label: t('orders'), onClick: () => orders.start(input) },
          { key: 'items', label: t('orderItems'), onClick: () => items.start(input) },
        ],
      }}
    >
      <Button loading={orders.isPending || items.isPending}>{t('exportOrders')}</Button>
    </Dropdown>
  );
}
