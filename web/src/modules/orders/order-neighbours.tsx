import { showOrderNeighbours } from '@evenstock/contract/orders/order-page';
import { useQuery } from '@tanstack/react-query';
import { Button, Space, Tooltip } from 'antd';
import { useNavigate } from 'react-router';
import { send } from '../../api/call.ts';
import { useStore } from '../../api/store-context.ts';
import { useListComeFrom } from './list-come-from.ts';
import { useOrdersText } from './orders.texts.ts';

/** Links to the previous and next order of the list; hidden if the order was not opened from a list. */
export function OrderNeighbours({ referenceNumber }: { readonly referenceNumber: string }) {
  const t = useOrdersText();
  const { storeId } = useStore();
  const from = useListComeFrom();
  const navigate = useNavigate();
  const params = { storeId, referenceNumber };
  const { data } = useQuery({
    queryKey: [showOrderNeighbours.name, { params, query: from?.query }],
    queryFn: ({ signal }) => send(showOrderNeighbours, { params, query: from?.query, signal }),
    enabled: from !== null,
    meta: { live: ['orders'] },
  });
  if (from === null) return null;
  const button = (label: string, glyph: string, to: string | null) => (
    <Tooltip title={label}>
      <Button
        aria-label={label}
        disabled={to === null}
        onClick={() => {
          if (to !== null) void navigate(from.addressOf(to));
        }}
      >
        {glyph}
      </Button>
    </Tooltip>
  );
  return (
    <Space.Compact>
      {button(t('previousOrder'), '‹', data?.previous ?? null)}
      {button(t('nextOrder'), '›', data?.next ?? null)}
    </Space.Compact>
  );
}
