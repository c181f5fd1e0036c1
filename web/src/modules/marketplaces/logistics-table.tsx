import { listLogistics } from '@evenstock/contract/marketplaces';
import { Empty, Skeleton, Table } from 'antd';
import type { Reply } from '../../app/call.ts';
import { failureOf } from '../../app/failure.ts';
import { useCall } from '../../app/queries.ts';
import { useStore } from '../../app/store-context.ts';
import { Panel } from '../../ui/panel.tsx';
import { Retry } from '../../ui/retry.tsx';
import { useMarketplacesText } from './marketplaces.texts.ts';

type Logistics = Reply<typeof listLogistics>['logistics'][number];

/** The ways of delivery that the shop has, as its marketplace tells them now. */
export function LogisticsTable({ marketplaceSlug }: { readonly marketplaceSlug: string }) {
  const t = useMarketplacesText();
  const { storeId } = useStore();
  const { data, error, refetch, isFetching } = useCall(listLogistics, {
    params: { storeId, marketplaceId: marketplaceSlug },
  });
  if (data === undefined) {
    return error === null ? (
      <Skeleton active />
    ) : (
      <Retry failure={failureOf(error)} onRetry={() => void refetch()} loading={isFetching} />
    );
  }
  const answer = (yes: boolean) => t(yes ? 'yes' : 'no');
  return (
    <Panel flush>
      <Table<Logistics>
        rowKey="id"
        size="middle"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={data.logistics}
        locale={{
          emptyText: <Empty description={t('logisticsNone')} image={Empty.PRESENTED_IMAGE_SIMPLE} />,
        }}
        columns={[
          { title: t('logisticsName'), dataIndex: 'name' },
          { title: t('logisticsFeeType'), dataIndex: 'fee_type' },
          { title: t('logisticsEnabled'), dataIndex: 'enabled', render: answer },
          { title: t('logisticsCod'), dataIndex: 'has_cod', render: answer },
        ]}
      />
    </Panel>
  );
}
