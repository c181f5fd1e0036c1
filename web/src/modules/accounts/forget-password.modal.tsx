import { forgetPassword } from '@evenstock/contract/accounts';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { call } from '../../app/call.ts';
import { failureOf, type Failure } from '../../app/failure.ts';
import { notify } from '../../app/notices.ts';
import { EntryField, PlainFailure } from './entry-field.tsx';
import { useResetText } from './reset-password.texts.ts';
import { checkForgetPassword } from './sign-in.rules.ts';

interface ForgetPasswordModalProps {
  /** What was typed into the sign-in form. */
  readonly email: string;
  readonly onClose: () => void;
}

/** Asks for the address that the reset link goes to. The browser's own dialog keeps the focus inside and gives it back. */
export default function ForgetPasswordModal({ email: typed, onClose }: ForgetPasswordModalProps) {
  const t = useResetText();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState(typed);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);

  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    field.current?.focus();
    return () => shown?.close();
  }, []);

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
    <dialog
      ref={dialog}
      className="plain-dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // Browsers let nobody keep a dialog open by refusing to cancel it twice.
        if (!event.currentTarget.open) onClose();
      }}
    >
      <h2 id={titleId}>{t('forgetTitle')}</h2>
      <p>{t('forgetIntro')}</p>
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
    </dialog>
  );
}
