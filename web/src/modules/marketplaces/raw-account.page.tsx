import { showRawAccount } from '@evenstock/contract/connections/connections';
import { useParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { RawAnswers } from '../../ui/pages/raw-answers.tsx';
import { useMarketplacesText } from './marketplaces.texts.ts';

/** The marketplace's raw reply about the shop, for platform admins. */
export default function RawAccountPage() {
  const t = useMarketplacesText();
  const { storeId } = useStore();
  const { marketplaceId = '' } = useParams();
  const query = useCall(showRawAccount, { params: { storeId, marketplaceId } });
  const base = `/stores/${storeId}/marketplaces`;
  return (
    <>
      <PageHeader
        title={t('rawResponse')}
        trail={[
          { label: t('title'), to: base },
          { label: marketplaceId, to: `${base}/${marketplaceId}` },
        ]}
      />
      <PageState query={query}>{({ answers }) => <RawAnswers answers={answers} />}</PageState>
    </>
  );
}
