import type { OrderScope } from '@evenstock/contract/orders/order-states';
import { massSyncOrders, type ChosenOrder } from '@evenstock/contract/orders/orders';
import { moveToCompleted } from '@evenstock/contract/orders/order-work';
import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState, type ReactNode } from 'react';
import { touchedByOrders } from '../../api/order-replies.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import type { LazyPart } from '../../ui/pages/lazy-part.tsx';
import { notifyFailure } from '../../ui/pages/notices.ts';
import { message } from '../../ui/dialogs/overlays.ts';
import { useOrdersText } from './orders.texts.ts';

/** Mass actions that need input for each order. */
export type MassAction =
  | 'ship'
  | 'ship_and_print'
  | 'ready_to_collect'
  | 'pickup'
  | 'accept_cancellation'
  | 'reject_cancellation'
  | 'cancel';

export interface MassActionDialogProps {
  /** The ids of the orders, in the order in which they were listed. */
  readonly orders: readonly number[];
  readonly onStarted: (operationId: number) => void;
  readonly onClose: () => void;
}
export type MassActionDialogs = Readonly<Record<MassAction, LazyPart<MassActionDialogProps>>>;

/** The main actions of each tab, the first one more so; the other actions are in the menu. */
const usualIn: Partial<Record<OrderScope, readonly (MassAction | 'move_to_completed')[]>> = {
  staff_to_process: ['ship_and_print', 'ship'],
  outstanding_issues: ['accept_cancellation', 'reject_cancellation'],
  buyer_self_collect: ['pickup'],
  shipped: ['move_to_completed'],
};

const allActions = [
  'ship',
  'ship_and_print',
  'ready_to_collect',
  'pickup',
  'move_to_completed',
  'accept_cancellation',
  'reject_cancellation',
  'cancel',
] as const;

interface OrdersMassBarProps {
  readonly scope: OrderScope;
  readonly chosen: readonly ChosenOrder[];
  readonly dialogs: MassActionDialogs;
  readonly print: ReactNode;
  /** Called when a mass action was started. */
  readonly onStarted: (operationId: number) => void;
  readonly onMoved: () => void;
}

/** The mass actions for the selected orders of the list. */
export function OrdersMassBar({ scope, chosen, dialogs, print, onStarted, onMoved }: OrdersMassBarProps) {
  const t = useOrdersText();
  const { can } = useStore();
  const [open, setOpen] = useState<MassAction | null>(null);
  const move = useMoveToCompleted(chosen, onMoved);
  if (!can('order.work')) return null;
  const usual = usualIn[scope] ?? [];
  const begin = (action: (typeof allActions)[number]) => {
    if (action === 'move_to_completed') move();
    else setOpen(action);
  };
  const preload = () => {
    for (const dialog of Object.values(dialogs)) dialog.preload();
  };
  const Dialog = open === null ? null : dialogs[open];
  return (
    <>
      {usual.map((action, place) => (
        <Button
          key={action}
          {...(place === 0 ? { type: 'primary' } : {})}
          onClick={() => begin(action)}
          onPointerEnter={preload}
          onFocus={preload}
        >
          {action === 'ship_and_print' ? t('shipAndPrint', { count: chosen.length }) : t(`mass_${action}`)}
        </Button>
      ))}
      {print}
      <SyncSelected chosen={chosen} onStarted={onStarted} />
      <Dropdown
        trigger={['click']}
        menu={{
          items: allActions
            .filter((action) => !usual.includes(action))
            .map((action) => ({
              key: action,
              label: t(`mass_${action}`),
              danger: action === 'cancel',
              onClick: () => begin(action),
            })),
        }}
      >
        <Button icon={<DownOutlined />} iconPlacement="end" onPointerEnter={preload} onFocus={preload}>
          {t('moreMassActions')}
        </Button>
      </Dropdown>
      {Dialog !== null && (
        <Dialog
          orders={chosen.map(({ id }) => id)}
          onStarted={(id) => {
            setOpen(null);
            onStarted(id);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** Moves the shipped ones of these orders to Completed after a confirmation with their number. */
function useMoveToCompleted(chosen: readonly ChosenOrder[], onMoved: () => void): () => void {
  const t = useOrdersText();
  const { storeId } = useStore();
  const confirm = useConfirm();
  const move = useWrite(moveToCompleted, touchedByOrders);
  const shipped = chosen.filter(({ state }) => state === 'shipped');
  const others = chosen.length - shipped.length;
  return () => {
    if (shipped.length === 0) {
      message.info(t('noneShipped'));
      return;
    }
    confirm({
      title: t('moveChosen', { count: shipped.length }),
      content: (
        <>
          <p>{t('moveChosenText')}</p>
          {others > 0 && <p className="es-quiet">{t('moveSkipped', { count: others })}</p>}
        </>
      ),
      ok: t('mass_move_to_completed'),
      onOk: () =>
        move
          .mutateAsync({ params: { storeId }, body: { order_ids: shipped.map(({ id }) => id) } })
          .then(({ orders }) => {
            message.success(t('movedChosen', { count: orders.length }));
            onMoved();
          })
          .catch((thrown: unknown) =>
            notifyFailure(thrown, t('updateFailed'), (reason) => t('updateFailedBecause', { reason })),
          ),
    });
  };
}

interface SyncSelectedProps {
  readonly chosen: readonly ChosenOrder[];
  readonly onStarted: (operationId: number) => void;
}

/** Reads the selected orders from their marketplaces in the background. */
function SyncSelected({ chosen, onStarted }: SyncSelectedProps) {
  const t = useOrdersText();
  const { storeId } = useStore();
  const start = useWrite(massSyncOrders, ['operations']);
  const orders = chosen.map(({ reference_number: number }) => ({ reference_number: number }));
  return (
    <Button
      loading={start.isPending}
      onClick={() =>
        start.mutate(
          { params: { storeId }, body: { orders } },
          {
            onSuccess: (reply) => {
              if ('mass_action' in reply) onStarted(reply.mass_action.id);
            },
            onError: (thrown) =>
              notifyFailure(thrown, t('syncSelectedFailed'), (reason) =>
                t('syncSelectedFailedBecause', { reason }),
              ),
          },
        )
      }
    >
      {t('syncFromMarketplace')}
    </Button>
  );
}
