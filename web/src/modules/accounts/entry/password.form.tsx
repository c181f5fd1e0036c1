import { useRef, useState } from 'react';
import { capitalised, failureOf, type Failure } from '../../../api/failure.ts';
import { EntryField, PlainFailure } from './entry-field.tsx';

interface PasswordFormProps {
  readonly label: string;
  readonly hint?: string;
  readonly button: string;
  /** Title of an error that belongs to no field. */
  readonly failed: string;
  readonly autoComplete: 'current-password' | 'new-password';
  /** Returns the error of the entry, if there is one. */
  readonly check: (password: string) => string | undefined;
  /** Throws CallError, which the form shows. */
  readonly onSubmit: (password: string) => Promise<void>;
}

/** The form of mailed links: one password and a button. */
export function PasswordForm({
  label,
  hint,
  button,
  failed,
  autoComplete,
  check,
  onSubmit,
}: PasswordFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const refuse = (text: string) => {
    setError(text);
    field.current?.focus();
  };
  const submit = async () => {
    setFailure(null);
    const found = check(password);
    if (found !== undefined) {
      refuse(found);
      return;
    }
    setBusy(true);
    try {
      await onSubmit(password);
    } catch (thrown) {
      setBusy(false);
      const refused = failureOf(thrown);
      const ofField = refused.kind === 'fields' ? refused.errors['password'] : undefined;
      if (ofField === undefined) setFailure(refused);
      else refuse(ofField.map(capitalised).join('. '));
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      noValidate
    >
      {failure !== null && <PlainFailure title={failed} failure={failure} />}
      <EntryField
        name="password"
        label={label}
        {...(hint === undefined ? {} : { hint })}
        autoComplete={autoComplete}
        autoFocus
        inputRef={field}
        value={password}
        error={error}
        onChange={(value) => {
          setPassword(value);
          setError(undefined);
        }}
      />
      <button type="submit" className="sign-in-submit" disabled={busy}>
        {button}
      </button>
    </form>
  );
}
