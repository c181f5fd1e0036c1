import { listOrdersToPack, packOrder, type OrderToPack } from '@evenstock/contract/orders/packing';
import { confirmPrint } from '@evenstock/contract/printing/printing';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { describeFailure, failureOf, type Failure } from '../../api/failure.ts';
import { useCall, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { notify } from '../../ui/pages/notices.ts';
import {
  packingStage,
  scan,
  tickOne,
  tickPart,
  type Packing,
  type PackingStage,
  type Scan,
  type Ticks,
} from './packing.rules.ts';
import { usePackingText } from './packing.texts.ts';
import { sound } from '../../ui/scan/scan-sounds.ts';

type Item = OrderToPack['order_items'][number];

/** What is being done to the order that was scanned. */
export interface Session extends Packing {
  readonly orderId: number;
  /** The last scanned code of an item and its outcome; null: none was scanned. */
  readonly last: { readonly code: string; readonly scan: Scan } | null;
  /** The label was sent to the printer, and nobody has confirmed it. */
  readonly isLabelOut: boolean;
  readonly failure: Failure | null;
}

/** The ticks of an order last as long as its tab, so a reload loses none. */
const ticksKey = (orderId: number): string => `packing ${String(orderId)}`;

function keptTicks(orderId: number): Ticks {
  const kept = sessionStorage.getItem(ticksKey(orderId));
  if (kept === null) return {};
  return Object.fromEntries([...new URLSearchParams(kept)].map(([id, units]) => [id, Number(units)]));
}

function keepTicks(orderId: number, ticks: Ticks): void {
  const text = new URLSearchParams(Object.entries(ticks).map(([id, units]) => [id, String(units)]));
  sessionStorage.setItem(ticksKey(orderId), text.toString());
}

const begun = (orderId: number): Session => ({
  orderId,
  ticks: keptTicks(orderId),
  last: null,
  isAgain: false,
  isPacked: false,
  isLabelOut: false,
  failure: null,
});

/** The packing of one order after the other. The address names the order. */
export function usePacking() {
  const { storeId } = useStore();
  const [search, setSearch] = useSearchParams();
  const code = search.get('order') ?? '';
  const [chosen, choose] = useState<number | null>(null);
  const [kept, setKept] = useState<Session | null>(null);
  const found = useCall(
    listOrdersToPack,
    { params: { storeId }, query: { code } },
    { enabled: code !== '', staleTime: 0, live: ['orders'] },
  );
  const pack = useWrite(packOrder);
  const confirmLabel = useConfirmLabel();
  const orders = code === '' ? undefined : found.data?.orders;
  const order = (orders?.length === 1 ? orders[0] : orders?.find(({ id }) => id === chosen)) ?? null;
  const session = order === null ? null : kept?.orderId === order.id ? kept : begun(order.id);
  const stage = order === null || session === null ? null : packingStage(order, session);
  useArrivalSound(orders, order, stage);

  const open = (next: string): void => {
    if (order !== null && session?.isLabelOut === true) confirmLabel(order);
    setKept(null);
    choose(null);
    setSearch(next === '' ? {} : { order: next }, { replace: true });
  };
  const submit = (one: OrderToPack, packing: Session): void => {
    setKept({ ...packing, failure: null });
    pack.mutate(
      {
        params: { storeId, referenceNumber: one.reference_number },
        body: {
          pack: {
            packed_at: one.packed_at,
            order_items: one.order_items.map(({ id, quantity }) => ({ id, quantity })),
          },
        },
      },
      {
        onSuccess: () => {
          sessionStorage.removeItem(ticksKey(one.id));
          setKept({ ...packing, isPacked: true, failure: null });
        },
        onError: (thrown) => {
          sound('wrong');
          setKept({ ...packing, failure: failureOf(thrown) });
          void found.refetch();
        },
      },
    );
  };
  const apply = (one: OrderToPack, packing: Session, text: string, result: Scan): void => {
    sound(result.outcome === 'ticked' ? 'right' : 'wrong');
    const last = { code: text, scan: result };
    if (result.outcome !== 'ticked') {
      setKept({ ...packing, last });
      return;
    }
    keepTicks(one.id, result.ticks);
    const next = { ...packing, last, ticks: result.ticks, failure: null };
    if (packingStage(one, next) === 'complete') submit(one, next);
    else setKept(next);
  };
  /** Packs a complete order again that could not be packed. */
  const retry = (): void => {
    if (order !== null && session !== null && stage === 'complete') submit(order, session);
  };
  /** What the scanner, or a person who typed, entered. */
  const enter = (text: string): void => {
    if (pack.isPending) return;
    if (order === null || session === null || stage === null || !isToScan(stage)) open(text);
    else if (text === '') retry();
    else apply(order, session, text, scan(order.order_items, session.ticks, text));
  };
  return {
    code,
    found,
    orders,
    order,
    session,
    stage,
    isSaving: pack.isPending,
    enter,
    choose,
    leave: () => {
      if (order !== null) sessionStorage.removeItem(ticksKey(order.id));
      open('');
    },
    tick: (item: Item) => {
      if (order !== null && session !== null)
        apply(order, session, item.sku ?? item.name, tickOne(session.ticks, item));
    },
    tickPart: (item: Item, part: Item['parts'][number]) => {
      if (order !== null && session !== null)
        apply(order, session, part.sku ?? part.name, tickPart(session.ticks, item, part));
    },
    packAgain: () => setKept(session === null ? null : { ...session, isAgain: true }),
    retry,
    labelPrinted: () => setKept(session === null ? null : { ...session, isLabelOut: true }),
  };
}

/** Whether items are scanned now. */
export const isToScan = (stage: PackingStage): boolean => stage === 'scanning' || stage === 'complete';

/** Records that a label was printed. A failure is shown, since the next order is on the screen by then. */
function useConfirmLabel(): (order: OrderToPack) => void {
  const t = usePackingText();
  const { storeId } = useStore();
  const confirm = useWrite(confirmPrint, ['orders']);
  return ({ id, reference_number: number }) =>
    confirm.mutate(
      { params: { storeId }, body: { printer: 'print_label', q: { id_in: [id] } } },
      {
        onError: (thrown) => {
          const reason = describeFailure(failureOf(thrown)) ?? t('failed');
          notify({ kind: 'error', text: t('labelNotConfirmed', { number, reason }) });
        },
      },
    );
}

/** Sounds whether the scanned order may be packed, also when that changes while it is on the screen. */
function useArrivalSound(
  orders: readonly OrderToPack[] | undefined,
  order: OrderToPack | null,
  stage: PackingStage | null,
): void {
  const isMissing = orders?.length === 0;
  const isBlocked = stage === 'refused' || stage === 'packed_before';
  const id = order?.id ?? null;
  useEffect(() => {
    if (isMissing || isBlocked) sound('wrong');
    else if (id !== null) sound('right');
  }, [isMissing, isBlocked, id]);
}
