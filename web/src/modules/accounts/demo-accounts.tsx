import type { PageSettings } from '@evenstock/contract/api/page-settings';
import { useEntryText } from './entry/entry.texts.ts';
import './demo-accounts.css';

interface DemoAccountsProps {
  readonly demo: NonNullable<PageSettings['demo']>;
  readonly busy: boolean;
  /** Signs in with the chosen account. */
  readonly onChoose: (email: string, password: string) => void;
}

/** The demo's accounts, each with a button that signs in. */
export function DemoAccounts({ demo, busy, onChoose }: DemoAccountsProps) {
  const t = useEntryText();
  return (
    <section className="demo-accounts" aria-label={t('demoAccounts')}>
      <p>{t('demoAccounts')}</p>
      <ul>
        {demo.accounts.map(({ email, role }) => (
          <li key={email}>
            <button
              type="button"
              className="plain-button"
              disabled={busy}
              onClick={() => onChoose(email, demo.password)}
            >
              {t(`demo_${role}`)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
