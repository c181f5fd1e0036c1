import type { PrintPreparation } from '@evenstock/contract/printing/printing';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useMessageText } from '../../i18n/message-text.ts';
import { Code } from '../../ui/values/money.tsx';
import { usePrintingText } from './printing.texts.ts';

interface NotPrintableProps {
  readonly invalids: PrintPreparation['error']['invalids'];
  readonly action?: ReactNode;
}

/** The orders that cannot be printed, each with its reason. */
export function NotPrintable({ invalids, action }: NotPrintableProps) {
  const t = usePrintingText();
  const messageText = useMessageText();
  if (invalids.length === 0) return null;
  const title = t('cannotPrint', { count: invalids.length });
  return (
    <section className="es-not-printable" aria-label={title}>
      <Alert type="warning" title={title} action={action} />
      <ul className="es-print-list">
        {invalids.map(({ id, reference_number: number, error, code, values }) => (
          <li key={id}>
            <Code>{number}</Code>
            <span className="es-quiet">{messageText({ code, values, text: error })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
