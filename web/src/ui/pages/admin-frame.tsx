import type { ReactNode } from 'react';

interface AdminFrameProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a screen for platform admins, outside any store. */
export function AdminFrame({ title, lead, actions, children }: AdminFrameProps) {
  return (
    <>
      <title>{`${title} · Evenstock`}</title>
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
    </>
  );
}
