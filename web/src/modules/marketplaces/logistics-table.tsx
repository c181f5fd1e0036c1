import { listLogistics } from '@evenstock/contract/connections/connections';
import { Empty, Table } from 'antd';
import { Fragment, type ReactNode } from 'react';
import type { Reply } from '../../api/call.ts';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Panel } from '../../ui/pages/panel.tsx';
import { useMarketplacesText } from './marketplaces.texts.ts';

type Logistics = Reply<typeof listLogistics>['logistics'][number];

/** A name like FIXED_DEFAULT_PRICE, which a narrow screen breaks after an underscore. */
const breakable = (name: string): ReactNode =>
  name.split('_').map((word, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          _<wbr />
        </>
      )}
      {word}
    </Fragment>
  ));

/** The delivery methods of the shop, as the marketplace returns them now. */
export function LogisticsTable({ marketplaceSlug }: { readonly marketplaceSlug: string }) {
  const t = useMarketplacesText();
  const { storeId } = useStore();
  const query = useCall(listLogistics, {
    params: { storeId, marketplaceId: marketplaceSlug },
  });
  const answer = (yes: boolean) => t(yes ? 'yes' : 'no');
  return (
    <PageState query={query} lines={4}>
      {({ logistics }) => (
        <Panel flush>
          <Table<Logistics>
            rowKey="id"
            size="middle"
            pagination={false}
            dataSource={[...logistics]}
            locale={{
              emptyText: <Empty description={t('logisticsNone')} image={Empty.PRESENTED_IMAGE_SIMPLE} />,
            }}
            columns={[
              { title: t('logisticsName'), dataIndex: 'name' },
              {
                title: t('logisticsFeeType'),
                dataIndex: 'fee_type',
                render: (type: Logistics['fee_type']) => <span className="es-code">{breakable(type)}</span>,
              },
              { title: t('logisticsEnabled'), dataIndex: 'enabled', render: answer },
              { title: t('logisticsCod'), dataIndex: 'has_cod', render: answer },
            ]}
          />
        </Panel>
      )}
    </PageState>
  );
}
