import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import './scan.css';

interface SaidProps {
  readonly tone: 'right' | 'wrong';
  readonly title: string;
  readonly hint?: ReactNode;
  readonly action?: ReactNode;
}

/** The outcome of a scan, large enough to be read from a table's length. */
export function Said({ tone, title, hint, action }: SaidProps) {
  const Mark = tone === 'right' ? CheckCircleFilled : CloseCircleFilled;
  return (
    <div className={`es-said es-said-${tone}`} role={tone === 'right' ? 'status' : 'alert'}>
      <Mark aria-hidden />
      <div>
        <strong>{title}</strong>
        {hint !== undefined && <div>{hint}</div>}
      </div>
      {action !== undefined && <div className="es-said-action">{action}</div>}
    </div>
  );
}
