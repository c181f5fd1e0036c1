import { passwordGoodLength } from '@evenstock/contract/accounts';
import { useEntryText } from './entry.texts.ts';
import { passwordLength } from './password-meter.rules.ts';
import './password-meter.css';

/** Shows how far a new password is from the length that is recommended. */
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
