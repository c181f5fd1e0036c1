import type { OrderToPack } from '@evenstock/contract/orders/packing';
import { Button } from 'antd';
import type { ComponentType } from 'react';
import { useStore } from '../../api/store-context.ts';
import { MarketplaceName } from '../../ui/values/channel-mark.tsx';
import { Code } from '../../ui/values/money.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Panel } from '../../ui/pages/panel.tsx';
import './packing.css';
import { PackOrder, type LabelProps } from './pack-order.tsx';
import { usePackingText } from './packing.texts.ts';
import { ScanBox } from '../../ui/scan/scan-box.tsx';
import { Said } from '../../ui/scan/scan-said.tsx';
import { isToScan, usePacking } from './use-packing.ts';

interface PackingPageProps {
  /** Prints the label of a packed order. */
  readonly Label: ComponentType<LabelProps>;
}

/** Packs one order after the other: a scanner's input finds the order and ticks its units; then the label prints. */
export function PackingPage({ Label }: PackingPageProps) {
  const t = usePackingText();
  const { storeId } = useStore();
  const packing = usePacking();
  const { code, found, orders, order, session, stage } = packing;
  const scansItems = stage !== null && isToScan(stage);
  return (
    <div className="es-packing">
      <PageHeader
        title={t('title')}
        trail={[{ label: t('orders'), to: `/stores/${storeId}/orders` }]}
        subtitle={t('hint')}
      />
      <ScanBox
        label={t(scansItems ? 'scanItem' : order === null ? 'scanOrder' : 'scanNext')}
        onScan={packing.enter}
      />
      {code === '' && <HowItWorks />}
      {code !== '' && order === null && (
        <PageState query={found} lines={4}>
          {() =>
            orders?.length === 0 ? (
              <Said tone="wrong" title={t('notFound', { code })} hint={t('notFoundHint')} />
            ) : (
              <ChooseOrder orders={orders ?? []} onChoose={packing.choose} />
            )
          }
        </PageState>
      )}
      {order !== null && session !== null && stage !== null && (
        <PackOrder order={order} session={session} stage={stage} packing={packing} Label={Label} />
      )}
    </div>
  );
}

function HowItWorks() {
  const t = usePackingText();
  return (
    <Panel>
      <ol className="es-pack-steps">
        <li>{t('howOrder')}</li>
        <li>{t('howItem')}</li>
        <li>{t('howLabel')}</li>
      </ol>
      <p className="es-quiet">{t('howKeys')}</p>
    </Panel>
  );
}

interface ChooseOrderProps {
  readonly orders: readonly OrderToPack[];
  readonly onChoose: (id: number) => void;
}

/** Orders of several marketplaces may have the same number. */
function ChooseOrder({ orders, onChoose }: ChooseOrderProps) {
  const t = usePackingText();
  return (
    <Panel title={t('choose')}>
      <ul className="es-pack-choices">
        {orders.map(({ id, reference_number: number, marketplace }) => (
          <li key={id}>
            <Button size="large" onClick={() => onChoose(id)}>
              <Code>{number}</Code> <MarketplaceName marketplace={marketplace} />
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
