import { pricing } from '@evenstock/contract/billing/billing';
import { Alert } from 'antd';
import { consoleLinks } from '../../api/console-links.ts';
import { pageSettings } from '../../api/page-settings.ts';
import './billing.css';
import { useBillingText } from './billing.texts.ts';

/** Asks the creator of a store to enter a payment method in the console, without blocking the creation. */
export function PaymentNotice() {
  const t = useBillingText();
  if (!pageSettings.billing_on || consoleLinks === null) return null;
  return (
    <Alert
      type="info"
      showIcon
      className="es-payment-notice"
      title={t('newStoreNotice')}
      description={
        <>
          {t('newStoreHint', { free: pricing.freeMerged })}{' '}
          <a href={consoleLinks.paymentMethod('/stores')}>{t('openConsole')}</a>
        </>
      }
    />
  );
}
