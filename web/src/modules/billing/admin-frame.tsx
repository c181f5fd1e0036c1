import type { ReactNode } from 'react';
import { AccountMenu } from '../../app/account-menu.tsx';
import { Logo } from '../../ui/logo.tsx';

interface AdminFrameProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A screen of the people who run the installation, outside any store. */
export function AdminFrame({ title, lead, actions, children }: AdminFrameProps) {
  return (
    <div className="es-shell">
      <title>{`${title} · Evenstock`}</title>
      <header className="es-header">
        <Logo to="/" />
        <div className="es-header-end">
          <AccountMenu />
        </div>
      </header>
      <main className="es-content" id="content">
        <header className="es-page-header">
          <div className="es-page-title">
            <div className="es-page-words">
              <div className="es-page-heading">
                <h1>{title}</h1>
              </div>
              {lead !== undefined && <div className="es-page-subtitle">{lead}</div>}
            </div>
            {actions !== undefined && <div className="es-page-actions">{actions}</div>}
          </div>
        </header>
        {children}
      </main>
    </div>
  );
}
