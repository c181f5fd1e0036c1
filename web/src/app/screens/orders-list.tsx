import { useState } from 'react';
import { FollowOperations } from '../../modules/operations/follow-operation.tsx';
import { OrdersListPage } from '../../modules/orders/orders-list.page.tsx';
import { PrintDialog } from '../../modules/printing/print.dialog.tsx';
import { PrintMenu } from '../../modules/printing/print-menu.tsx';

/** The orders, with what is read from the marketplaces and made to be printed in the background. */
export default function OrdersList() {
  const [run, showRun] = useState<number | null>(null);
  return (
    <OrdersListPage
      print={(orders, place) => <PrintMenu orders={orders} showsRecent={place === 'header'} />}
      operations={(followed, follow) => (
        <>
          <FollowOperations kind="order.mass_sync" followed={followed} onFollow={follow} />
          <FollowOperations kind="order.print_labels" followed={null} onFollow={showRun} />
          {run !== null && (
            <PrintDialog key={run} what="print_label" orders={[]} run={run} onClose={() => showRun(null)} />
          )}
        </>
      )}
    />
  );
}
