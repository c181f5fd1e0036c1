import { Link, useLocation } from 'react-router';
import { useUser } from '../../../api/session.ts';
import { Banner } from '../../../ui/pages/banner.tsx';
import { useAccountText } from './account.texts.ts';

/** Asks a user who signed in with a common password to change it. */
export function CommonPassword() {
  const t = useAccountText();
  const { password_common: isCommon } = useUser();
  const { pathname } = useLocation();
  if (!isCommon) return null;
  return (
    <Banner>
      <strong>{t('commonPassword')}</strong>
      {pathname === '/account' ? null : <Link to="/account">{t('changePassword')}</Link>}
    </Banner>
  );
}
