import { useState } from 'react';
import { useAllowSync } from '../../modules/catalog/product/allow-sync.tsx';
import { FollowOperations } from '../../modules/operations/follow-operations.tsx';
import { TallyPage } from '../../modules/stock/tallies/tally.page.tsx';

const followedKinds = ['stock_tally.apply'] as const;

/** A stock count or a receipt, and the operation that applies it. */
export default function Tally() {
  const [followed, follow] = useState<number | null>(null);
  return (
    <>
      <FollowOperations kinds={followedKinds} followed={followed} onFollow={follow} />
      <TallyPage allowSync={useAllowSync()} onFollow={follow} />
    </>
  );
}
