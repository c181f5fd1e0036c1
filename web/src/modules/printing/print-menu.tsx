import { listOperations } from '@evenstock/contract/operations/operations';
import { printers, type Printer } from '@evenstock/contract/printing/printing';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useNow } from '../../ui/values/time.tsx';
import { PrintDialog } from './lazy-print-dialog.ts';
import { usePrintingText } from './printing.texts.ts';

const dayMs = 24 * 60 * 60_000;
const recentRuns = 5;

interface PrintMenuProps {
  /** The ids of the orders, in the order in which they are printed. */
  readonly orders: readonly number[];
  /** Whether to offer the labels of the last day. */
  readonly showsRecent?: boolean;
  readonly entries?: readonly Printer[];
}

/** The Print menu: labels, invoices and the pick list of orders. */
export function PrintMenu({ orders, showsRecent = false, entries = printers }: PrintMenuProps) {
  const t = usePrintingText();
  const { can } = useStore();
  const [what, setWhat] = useState<Printer | null>(null);
  const [run, setRun] = useState<number | null>(null);
  const recent = useRecent(showsRecent);
  if (!can('order.work')) return null;
  const isEmpty = orders.length === 0;
  const close = () => {
    setWhat(null);
    setRun(null);
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...(isEmpty ? [{ key: 'hint', label: t('chooseOrders'), disabled: true }] : []),
            ...entries.map((entry) => ({
              key: entry,
              label: t(entry),
              disabled: isEmpty,
              onClick: () => setWhat(entry),
            })),
            ...(recent.length === 0
              ? []
              : [
                  {
                    key: 'recent',
                    type: 'group' as const,
                    label: t('recent'),
                    children: recent.map(({ id, label }) => ({
                      key: `run-${String(id)}`,
                      label,
                      onClick: () => setRun(id),
                    })),
                  },
                ]),
          ],
        }}
      >
        <Button onPointerEnter={PrintDialog.preload} onFocus={PrintDialog.preload}>
          {isEmpty || !showsRecent ? t('print') : t('printCount', { count: orders.length })}
        </Button>
      </Dropdown>
      {(what !== null || run !== null) && (
        <PrintDialog what={what ?? 'print_label'} orders={orders} run={run} onClose={close} />
      )}
    </>
  );
}

/** Runs of labels whose files still exist. */
function useRecent(isWanted: boolean): readonly { id: number; label: string }[] {
  const t = usePrintingText();
  const { storeId, store } = useStore();
  const now = useNow();
  const { data } = useCall(
    listOperations,
    { params: { storeId }, query: { kind_eq: 'order.print_labels', per_page: 10 } },
    { live: ['operations'], enabled: isWanted },
  );
  const zone = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: store.time_zone } as const;
  return (data?.operations ?? [])
    .filter(({ asked_at: at, state }) => now - Date.parse(at) < dayMs && state !== 'cancelled')
    .slice(0, recentRuns)
    .map(({ id, asked_at, done, total }) => ({
      id,
      label: t('recentRun', {
        at: new Intl.DateTimeFormat('en-GB', zone).format(new Date(asked_at)),
        done,
        total: total ?? 0,
      }),
    }));
}
