import { pageSettings } from '../../api/page-settings.ts';
import { hideAuthModals, showSignUp } from './entry/auth-modals.ts';
import { PlainDialog } from './entry/plain-dialog.tsx';
import { SignInForm } from './sign-in.form.tsx';
import { useSignUpText } from './entry/sign-up.texts.ts';

/** The sign-in dialog of public pages. */
export default function SignInModal() {
  const t = useSignUpText();
  return (
    <PlainDialog title={t('signInTitle')} onClose={hideAuthModals}>
      <SignInForm onDone={hideAuthModals} />
      {pageSettings.signup_open && (
        <p className="sign-in-other">
          <button type="button" className="plain-link" onClick={showSignUp}>
            {t('noAccount')}
          </button>
        </p>
      )}
    </PlainDialog>
  );
}
