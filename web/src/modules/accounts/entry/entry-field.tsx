import { useId, useState, type Ref } from 'react';
import { describeFailure, type Failure } from '../../../api/failure.ts';
import { entryErrorKey } from './entry-errors.rules.ts';
import { useEntryText } from './entry.texts.ts';
import { PasswordMeter } from './password-meter.tsx';

interface EntryFieldProps {
  /** A password can be revealed; `otp` is a code of the second factor. */
  readonly name: 'email' | 'password' | 'otp';
  readonly label: string;
  readonly hint?: string;
  readonly autoComplete: 'username' | 'current-password' | 'new-password' | 'one-time-code';
  readonly autoFocus?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A labelled field of the public pages, which do not load Ant Design. */
export function EntryField({ name, label, hint, error, onChange, inputRef, ...input }: EntryFieldProps) {
  const t = useEntryText();
  const id = useId();
  const [shown, setShown] = useState(false);
  const secret = name === 'password';
  const errorKey = error === undefined ? null : entryErrorKey(error);
  const describedBy = error !== undefined ? `${id}-error` : hint !== undefined ? `${id}-hint` : undefined;
  return (
    <div className="sign-in-field">
      <label htmlFor={id}>{label}</label>
      <div className={secret ? 'sign-in-input sign-in-password' : 'sign-in-input'}>
        <input
          {...input}
          ref={inputRef}
          id={id}
          name={name}
          type={secret ? (shown ? 'text' : 'password') : name === 'otp' ? 'text' : 'email'}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy}
        />
        {secret && (
          <button
            type="button"
            className="sign-in-reveal"
            aria-label={t(shown ? 'hidePassword' : 'showPassword')}
            onClick={() => setShown(!shown)}
          >
            <Eye open={shown} />
          </button>
        )}
      </div>
      {error !== undefined && (
        <p className="sign-in-error" id={`${id}-error`}>
          {errorKey === null ? error : t(errorKey)}
        </p>
      )}
      {error === undefined && hint !== undefined && (
        <p className="sign-in-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {input.autoComplete === 'new-password' && <PasswordMeter password={input.value} />}
    </div>
  );
}

/** An error with its title, and the reason if the server gave one. */
export function PlainFailure({ title, failure }: { readonly title: string; readonly failure: Failure }) {
  return (
    <div className="plain-notice plain-notice-error" role="alert">
      <strong>{title}</strong>
      {describeFailure(failure)}
    </div>
  );
}

function Eye({ open }: { readonly open: boolean }) {
  return (
    <svg viewBox="0 0 18 18" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d="M1 9s3-5.5 8-5.5S17 9 17 9s-3 5.5-8 5.5S1 9 1 9Z" />
      <circle cx="9" cy="9" r="2.4" />
      {!open && <path d="M2.5 15.5l13-13" />}
    </svg>
  );
}
