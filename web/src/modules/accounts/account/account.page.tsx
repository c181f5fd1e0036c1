import './accounts.css';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSession, useUser } from '../../../api/session.ts';
import { Facts, Panel } from '../../../ui/pages/panel.tsx';
import { AccountDeletion } from './account-deletion.tsx';
import { useAccountText } from './account.texts.ts';
import { ChangePasswordModal } from './change-password.modal.tsx';
import { SecondFactorPanel } from './second-factor.panel.tsx';
import { SignedInDevices } from './signed-in-devices.tsx';

/** The user's own account. While the password has expired, only the dialog for a new one can be used. */
export default function AccountPage() {
  const t = useAccountText();
  const user = useUser();
  const isExpired = useSession().state === 'PASSWORD_EXPIRED';
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      <title>{`${t('title')} · Evenstock`}</title>
      <main className="es-content es-narrow-page" id="content">
        <header className="es-page-header">
          <Link to="/">{t('yourStores')}</Link>
          <div className="es-page-heading">
            <h1>{t('title')}</h1>
          </div>
        </header>
        <Panel title={t('profile')}>
          <Facts
            facts={[
              { label: t('email'), value: user.email, isWide: true },
              {
                label: t('password'),
                value: (
                  <Button type="link" className="es-link-button" onClick={() => setChanging(true)}>
                    {t('changePassword')}
                  </Button>
                ),
              },
            ]}
          />
        </Panel>
        {!isExpired && (
          <>
            <SignedInDevices />
            <SecondFactorPanel />
            <AccountDeletion />
          </>
        )}
      </main>
      {(isChanging || isExpired) && (
        <ChangePasswordModal isForced={isExpired} onClose={() => setChanging(false)} />
      )}
    </>
  );
}
