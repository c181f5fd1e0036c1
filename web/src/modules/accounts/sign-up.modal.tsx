import { passwordMinLength } from '@evenstock/contract/accounts/accounts';
import { register } from '@evenstock/contract/accounts/sign-up';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { failureOf, type Failure } from '../../api/failure.ts';
import { readTracking } from '../../api/token.ts';
import { useChosenLanguage } from '../../i18n/language-choice.ts';
import { hideAuthModals } from './entry/auth-modals.ts';
import { newBrowserKey } from './entry/browser-key.ts';
import { EntryField, PlainFailure } from './entry/entry-field.tsx';
import { PlainDialog } from './entry/plain-dialog.tsx';
import { checkSignUp, type SignInField } from './entry/sign-in.rules.ts';
import { useSignUpText } from './entry/sign-up.texts.ts';

interface SignUpModalProps {
  /** The referrer's code, in a hidden field. */
  readonly code?: string;
  readonly onClose?: () => void;
}

/** Asks for an account. The answer does not reveal whether the address already has one; only the mail does. */
export default function SignUpModal({ code, onClose = hideAuthModals }: SignUpModalProps) {
  const t = useSignUpText();
  const [entries, setEntries] = useState<Record<SignInField, string>>({ email: '', password: '' });
  const [errors, setErrors] = useState<Partial<Record<SignInField | 'code', string>>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [state, setState] = useState<'entering' | 'busy' | 'sent'>('entering');
  const email = entries.email.trim();
  const language = useChosenLanguage();

  const submit = async () => {
    const found = checkSignUp(email, entries.password, code ?? null);
    setErrors(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setState('busy');
    try {
      await call(register, {
        body: {
          user: {
            email,
            password: entries.password,
            code: code ?? null,
            browser_key: newBrowserKey(),
            ati: readTracking(),
            language,
          },
        },
      });
      setState('sent');
    } catch (thrown) {
      setFailure(failureOf(thrown));
      setState('entering');
    }
  };
  const enter = (field: SignInField, value: string) => {
    setEntries((before) => ({ ...before, [field]: value }));
    setErrors((before) => ({ ...before, [field]: undefined }));
  };

  if (state === 'sent') {
    return (
      <PlainDialog title={t('sentTitle')} intro={t('sent', { email })} onClose={onClose}>
        <div className="plain-dialog-actions">
          <button type="button" className="plain-button" onClick={onClose}>
            {t('close')}
          </button>
        </div>
      </PlainDialog>
    );
  }
  return (
    <PlainDialog title={t('signUpTitle')} intro={t('signUpIntro')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        noValidate
      >
        {failure !== null && <PlainFailure title={t('registerFailed')} failure={failure} />}
        {code !== undefined && <input type="hidden" name="code" value={code} />}
        <EntryField
          name="email"
          label={t('email')}
          autoComplete="username"
          value={entries.email}
          error={errors.email}
          onChange={(value) => enter('email', value)}
        />
        <EntryField
          name="password"
          label={t('password')}
          hint={t('passwordHint', { count: passwordMinLength })}
          autoComplete="new-password"
          value={entries.password}
          error={errors.password}
          onChange={(value) => enter('password', value)}
        />
        <div className="plain-dialog-actions">
          <button type="button" className="plain-button" onClick={onClose}>
            {t('cancel')}
          </button>
          <button type="submit" className="plain-button plain-button-primary" disabled={state === 'busy'}>
            {t('submit')}
          </button>
        </div>
      </form>
    </PlainDialog>
  );
}
