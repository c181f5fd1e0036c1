import { daysOfCoverSort, type VariantRow } from '@evenstock/contract/catalog/variants';
import type { Column } from '../../ui/lists/data-table.tsx';
import { Count } from '../../ui/values/money.tsx';
import { useCatalogText } from './product/catalog.texts.ts';
import { soldADay } from './running-out.rules.ts';
import { DaysLeft } from './product/variant-quantity.tsx';

/** The columns of the list of SKUs that are running out. */
export const runningOutColumns = (t: ReturnType<typeof useCatalogText>): readonly Column<VariantRow>[] => [
  {
    key: 'pace',
    title: t('soldADay'),
    align: 'right',
    render: (variant) => <span className="es-number">{soldADay(variant.past_30_days_sales_count)}</span>,
  },
  {
    key: 'days',
    title: t('daysOfCover'),
    sort: daysOfCoverSort,
    align: 'right',
    render: (variant) => <DaysLeft days={variant.days_till_oos} />,
  },
  {
    key: 'reorder',
    title: t('reorderPoint'),
    align: 'right',
    render: (variant) => <Count value={variant.reorder_point} />,
  },
];

/** The same figures for a phone. */
export function CoverAndPace({ variant }: { readonly variant: VariantRow }) {
  const t = useCatalogText();
  const { days_till_oos: days, past_30_days_sales_count: sold } = variant;
  return (
    <small className="es-cell-sub">
      {t('coverAndPace', { days: days === null ? t('never') : String(days), units: soldADay(sold) })}
    </small>
  );
}
