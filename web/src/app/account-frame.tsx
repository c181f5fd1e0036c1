import { platformAbilities } from '@evenstock/contract/accounts/abilities';
import type { ReactNode } from 'react';
import { Link, Outlet } from 'react-router';
import { useUser } from '../api/session.ts';
import { CommonPassword } from '../modules/accounts/account/common-password.tsx';
import { Announcement } from '../modules/stores/announcements/announcement.tsx';
import { Logo } from '../ui/theme/logo.tsx';
import { AccountMenu } from './account-menu.tsx';
import { useAppText } from './app.texts.ts';

/** The frame of signed-in screens outside any store: logo and account menu. */
export function AccountFrame({ children }: { readonly children: ReactNode }) {
  const t = useAppText();
  const user = useUser();
  return (
    <div className="es-shell">
      <header className="es-header">
        <Logo to="/" />
        <div className="es-header-end">
          {platformAbilities(user.role).includes('platform.inspect') && (
            <Link to="/admin">{t('administration')}</Link>
          )}
          <AccountMenu />
        </div>
      </header>
      <CommonPassword />
      <Announcement />
      {children}
    </div>
  );
}

export default function AccountFrameRoute() {
  return (
    <AccountFrame>
      <Outlet />
    </AccountFrame>
  );
}
