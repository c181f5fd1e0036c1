import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { CommonPassword } from '../modules/accounts/common-password.tsx';
import { Announcement } from '../modules/stores/announcement.tsx';
import { Logo } from '../ui/logo.tsx';
import { AccountMenu } from './account-menu.tsx';

/** The frame of signed-in screens outside any store: logo and account menu. */
export function AccountFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="es-shell">
      <header className="es-header">
        <Logo to="/" />
        <div className="es-header-end">
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
