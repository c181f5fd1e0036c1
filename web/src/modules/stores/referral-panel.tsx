import { Link } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import { useStoresText } from './stores.texts.ts';

/** The link to the referral page, if referrals are rewarded. */
export function ReferralPanel() {
  const t = useStoresText();
  const { store, storeId } = useStore();
  if (store.referral_url === null) return null;
  return (
    <Panel title={t('referFriend')}>
      <div className="es-help">
        <p>{t('referLead')}</p>
        <Link to={`/stores/${storeId}/refer_friend`}>{t('referFriend')}</Link>
      </div>
    </Panel>
  );
}
