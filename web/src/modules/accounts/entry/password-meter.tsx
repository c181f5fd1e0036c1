import { passwordGoodLength } from '@evenstock/contract/accounts/accounts';
import { useEntryText } from './entry.texts.ts';
import { passwordLength } from './password-meter.rules.ts';
import './password-meter.css';

/** Shows how close the length of a new password is to the recommended one. */
export function PasswordMeter({ password }: { readonly password: string }) {
  const t = useEntryText();
  const { length } = password;
  const reached = passwordLength(length);
  return (
    <span className={`password-meter password-meter-${reached}`}>
      <span className="password-meter-bar" aria-hidden="true">
        <span
          style={{ width: `${String((Math.min(length, passwordGoodLength) / passwordGoodLength) * 100)}%` }}
        />
      </span>
      <span role="status">
        {t(reached === 'good' ? 'passwordGood' : 'passwordAdvice', { count: passwordGoodLength })}
      </span>
    </span>
  );
}
