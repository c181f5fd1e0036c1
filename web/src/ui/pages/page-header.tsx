import { Breadcrumb } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { Count } from '../values/money.tsx';

interface PageHeaderProps {
  readonly title: string;
  /** A count beside the title. */
  readonly count?: number | undefined;
  /** Breadcrumbs between the store and this page. */
  readonly trail?: readonly { readonly label: string; readonly to: string }[];
  /** The last breadcrumb, if it differs from the title. */
  readonly here?: string;
  /** Small labels beside the title: live, states. */
  readonly aside?: ReactNode;
  /** A line below the title. */
  readonly subtitle?: ReactNode;
  readonly picture?: ReactNode;
  readonly actions?: ReactNode;
}

/** Breadcrumbs, title and actions of a screen in a store; also sets the title of the browser's tab. */
export function PageHeader({
  title,
  count,
  trail = [],
  here,
  aside,
  subtitle,
  picture,
  actions,
}: PageHeaderProps) {
  const { store, storeId } = useStore();
  return (
    <header className="es-page-header">
      <title>{`${title} · ${store.name} · Evenstock`}</title>
      <Breadcrumb
        className="es-breadcrumbs"
        items={[
          { key: 'store', title: <Link to={`/stores/${storeId}`}>{store.name}</Link> },
          ...trail.map(({ label, to }) => ({ key: to, title: <Link to={to}>{label}</Link> })),
          { key: 'here', title: <span aria-current="page">{here ?? title}</span> },
        ]}
      />
      <div className="es-page-title">
        {picture}
        <div className="es-page-words">
          <div className="es-page-heading">
            <h1>{title}</h1>
            {count !== undefined && (
              <span className="es-page-count">
                <Count value={count} />
              </span>
            )}
            {aside}
          </div>
          {subtitle !== undefined && <div className="es-page-subtitle">{subtitle}</div>}
        </div>
        {actions !== undefined && <div className="es-page-actions">{actions}</div>}
      </div>
    </header>
  );
}
