import { previewQuantities } from '@evenstock/contract/catalog/quantity-changes';
import type { EditGrid } from '@evenstock/contract/listings/mass-edits';
import { formatMoney, toMinor } from '@evenstock/contract/values/money';
import { Alert, Skeleton, Table } from 'antd';
import { failureOf } from '../../../api/failure.ts';
import { useCall } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { useMessageText } from '../../../i18n/message-text.ts';
import { Retry } from '../../../ui/pages/retry.tsx';
import { ScrolledTable } from '../../../ui/pages/scrolled-table.tsx';
import { MarketplaceName } from '../../../ui/values/channel-mark.tsx';
import { Code, Money } from '../../../ui/values/money.tsx';
import { OddChangeTag, QuantityChanges } from '../../../ui/lists/quantity-changes.tsx';
import { priceChanges, type Changes, type PriceChange } from './edit-grid.rules.ts';
import { useEditGridText } from './edit-grid.texts.ts';

interface EditGridReviewProps {
  readonly shown: EditGrid;
  readonly changes: Changes;
}

/** What the edits change, from what and to what, unusual ones first, and what is left out. */
export function EditGridReview({ shown, changes }: EditGridReviewProps) {
  const prices = priceChanges(shown, changes);
  return (
    <>
      {changes.quantities.length > 0 && <QuantitiesToChange quantities={changes.quantities} />}
      {prices.length > 0 && <PricesToChange shown={shown} prices={prices} />}
    </>
  );
}

function QuantitiesToChange({ quantities }: Pick<Changes, 'quantities'>) {
  const t = useEditGridText();
  const messageText = useMessageText();
  const { storeId } = useStore();
  const preview = useCall(
    previewQuantities,
    { params: { storeId }, body: { quantities } },
    { staleTime: 0, live: ['variants'] },
  );
  if (preview.data === undefined) {
    if (preview.error === null) return <Skeleton active title={false} />;
    return <Retry failure={failureOf(preview.error)} onRetry={() => void preview.refetch()} />;
  }
  const { changes, left_out: leftOut } = preview.data;
  return (
    <section className="es-edit-review">
      <h3>{t('quantities', { count: changes.length })}</h3>
      <QuantityChanges label={t('quantities', { count: changes.length })} changes={changes} />
      {leftOut.length > 0 && (
        <Alert
          type="warning"
          role="status"
          title={t('leftOut', { count: leftOut.length })}
          description={
            <ul>
              {leftOut.map(({ variant_id: id, label, reason }) => (
                <li key={id}>
                  <Code>{label}</Code> {messageText(reason)}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </section>
  );
}

const amount = (major: number, currency: string): string => formatMoney(toMinor(major, currency), currency);

function PricesToChange({
  shown,
  prices,
}: Pick<EditGridReviewProps, 'shown'> & { prices: readonly PriceChange[] }) {
  const t = useEditGridText();
  const marketplaces = new Map(shown.marketplaces.map((marketplace) => [marketplace.id, marketplace]));
  return (
    <section className="es-edit-review">
      <h3>{t('prices', { count: prices.length })}</h3>
      <ScrolledTable label={t('prices', { count: prices.length })}>
        <Table<PriceChange>
          size="small"
          dataSource={[...prices]}
          rowKey={({ id }) => id}
          pagination={false}
          columns={[
            {
              key: 'sku',
              title: t('sku'),
              render: (_, { sku, name }) => (
                <span className="es-change-sku">
                  <Code>{sku}</Code>
                  <span className="es-quiet">{name}</span>
                </span>
              ),
            },
            {
              key: 'marketplace',
              title: t('marketplace'),
              render: (_, { marketplaceId }) => {
                const marketplace = marketplaces.get(marketplaceId);
                return marketplace && <MarketplaceName marketplace={marketplace} />;
              },
            },
            {
              key: 'from',
              title: t('now'),
              align: 'right',
              render: (_, { from, currency }) => (
                <Money formatted={from === null ? null : amount(from, currency)} />
              ),
            },
            {
              key: 'to',
              title: t('becomes'),
              align: 'right',
              render: (_, { to, currency, odd }) => (
                <>
                  <OddChangeTag change={odd} />
                  <Money strong formatted={amount(to, currency)} />
                </>
              ),
            },
          ]}
        />
      </ScrolledTable>
    </section>
  );
}
