import type { Order, OrderRow } from '@evenstock/contract/orders/orders';
import type { ReactNode } from 'react';
import { Code } from '../../ui/values/money.tsx';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { Time } from '../../ui/values/time.tsx';
import { useOrdersText } from './orders.texts.ts';

type Parcel = Pick<OrderRow, 'shipped_at' | 'packed_at' | 'print_label_at' | 'tracking_number'>;

/** When an order was shipped, whether its label was printed, and whether it was packed. */
export function OrderParcel({ order }: { readonly order: Parcel }) {
  const t = useOrdersText();
  const { shipped_at: shippedAt, packed_at: packedAt, print_label_at: printedAt } = order;
  return (
    <span className="es-order-parcel">
      {shippedAt !== null && <Time at={shippedAt} />}
      <span className="es-order-parcel-marks">
        <StateTag
          colour={printedAt === null ? 'orange' : 'green'}
          glyph={printedAt === null ? 'clock' : 'check'}
        >
          {t(printedAt === null ? 'labelToPrint' : 'labelPrinted')}
        </StateTag>
        {packedAt !== null && (
          <StateTag colour="green" glyph="check">
            {t('packed')}
          </StateTag>
        )}
      </span>
    </span>
  );
}

/** The facts of an order's parcel that are known. */
export function parcelFacts(
  { shipped_at: shippedAt, packed_at: packedAt, print_label_at: printedAt, tracking_number: tracking }: Order,
  t: ReturnType<typeof useOrdersText>,
): readonly { readonly label: string; readonly value: ReactNode }[] {
  const facts = [
    { label: t('shippedAt'), value: shippedAt === null ? null : <Time at={shippedAt} /> },
    { label: t('trackingNumber'), value: tracking === null ? null : <Code>{tracking}</Code> },
    { label: t('labelPrinted'), value: printedAt === null ? null : <Time at={printedAt} /> },
    { label: t('packed'), value: packedAt === null ? null : <Time at={packedAt} /> },
  ];
  return facts.filter(({ value }) => value !== null);
}
