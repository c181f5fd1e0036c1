import { forgetPassword } from '@evenstock/contract/accounts/accounts';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { failureOf, type Failure } from '../../api/failure.ts';
import { notify } from '../../ui/pages/notices.ts';
import { EntryField, PlainFailure } from './entry/entry-field.tsx';
import { PlainDialog } from './entry/plain-dialog.tsx';
import { useResetText } from './entry/reset-password.texts.ts';
import { checkForgetPassword } from './entry/sign-in.rules.ts';

interface ForgetPasswordModalProps {
  /** The address that was typed into the sign-in form. */
  readonly email: string;
  readonly onClose: () => void;
}

/** Asks for the address that the reset link is sent to. */
export default function ForgetPasswordModal({ email: typed, onClose }: ForgetPasswordModalProps) {
  const t = useResetText();
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState(typed);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    const found = checkForgetPassword(email).email;
    setError(found);
    setFailure(null);
    if (found !== undefined) {
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await call(forgetPassword, { body: { user: { email } } });
      notify({ kind: 'success', text: t('checkInbox') });
      onClose();
    } catch (thrown) {
      setFailure(failureOf(thrown));
      setBusy(false);
    }
  };

  return (
    <PlainDialog title={t('forgetTitle')} intro={t('forgetIntro')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        noValidate
      >
        {failure !== null && <PlainFailure title={t('failed')} failure={failure} />}
        <EntryField
          name="email"
          label={t('email')}
          autoComplete="username"
          inputRef={field}
          value={email}
          error={error}
          onChange={(value) => {
            setEmail(value);
            setError(undefined);
          }}
        />
        <div className="plain-dialog-actions">
          <button type="button" className="plain-button" onClick={onClose}>
            {t('cancel')}
          </button>
          <button type="submit" className="plain-button plain-button-primary" disabled={busy}>
            {t('sendLink')}
          </button>
        </div>
      </form>
    </PlainDialog>
  );
}
