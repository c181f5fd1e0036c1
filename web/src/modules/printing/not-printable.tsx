import type { PrintPreparation } from '@evenstock/contract/printing/printing';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useMessageText } from '../../i18n/message-text.ts';
import { Code } from '../../ui/values/money.tsx';

interface NotPrintableProps {
  readonly orders: PrintPreparation['error']['invalids'];
  readonly title: string;
  /** They are still asked for. */
  readonly isWaiting?: boolean;
  readonly action?: ReactNode;
}

/** Orders that cannot be printed, or not yet, each with its reason. */
export function NotPrintable({ orders, title, isWaiting = false, action }: NotPrintableProps) {
  const messageText = useMessageText();
  if (orders.length === 0) return null;
  return (
    <section className="es-not-printable" aria-label={title}>
      <Alert type={isWaiting ? 'info' : 'warning'} title={title} action={action} />
      <ul className="es-print-list">
        {orders.map(({ id, reference_number: number, error, code, values }) => (
          <li key={id}>
            <Code>{number}</Code>
            <span className="es-quiet">{messageText({ code, values, text: error })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
