import { lazy, Suspense, useEffect, useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { pageSettings } from '../../api/page-settings.ts';
import { useSession } from '../../api/session.ts';
import { useLanguageChoice } from '../../i18n/language-choice.ts';
import { languageNames, useChooseLanguage } from '../../ui/forms/choose-language.ts';
import { Logo } from '../../ui/theme/logo.tsx';
import { hideAuthModals, showSignIn, showSignUp, useAuthModals } from './entry/auth-modals.ts';
import { useEntryText } from './entry/entry.texts.ts';

const thisYear = new Date().getFullYear();

const SignInModal = lazy(() => import('./sign-in.modal.tsx'));
const SignUpModal = lazy(() => import('./sign-up.modal.tsx'));

/** The frame of pages outside any store: header with logo, sign-in and sign-up, content, footer. It does not load Ant Design. */
export function Landing({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = useEntryText();
  const session = useSession();
  return (
    <div className="landing">
      <title>{`${title} · Evenstock`}</title>
      <header className="landing-header">
        <Logo to="/" />
        {session.state === 'UNAUTHENTICATED' && <AuthLinks />}
      </header>
      <main className="landing-main" id="content">
        {children}
      </main>
      <footer className="landing-footer">
        <span>{t('copyright', { year: thisYear })}</span>
        <nav aria-label={t('aboutEvenstock')}>
          <Link to="/faq">{t('faq')}</Link>
          <Link to="/privacy-policy">{t('privacyPolicy')}</Link>
          <OtherLanguage />
        </nav>
      </footer>
      <Modals />
    </div>
  );
}

/** Switches to the other language. */
function OtherLanguage() {
  const choose = useChooseLanguage();
  const other = useLanguageChoice() === 'zh' ? 'en' : 'zh';
  return (
    <button
      type="button"
      className="landing-language"
      lang={other === 'zh' ? 'zh-Hans' : 'en'}
      onClick={() => choose(other)}
    >
      {languageNames[other]}
    </button>
  );
}

/** Sign-in and sign-up; on a phone behind a menu button. */
function AuthLinks() {
  const t = useEntryText();
  const id = useId();
  const links = (
    <>
      <button type="button" className="landing-link" onClick={showSignIn}>
        {t('logIn')}
      </button>
      {pageSettings.signup_open && (
        <button type="button" className="landing-link" onClick={showSignUp}>
          {t('signUp')}
        </button>
      )}
    </>
  );
  return (
    <>
      <nav className="landing-links" aria-label={t('yourAccount')}>
        {links}
      </nav>
      <button type="button" className="plain-button landing-menu-button" popoverTarget={id}>
        {t('menu')}
      </button>
      <nav
        id={id}
        popover="auto"
        className="landing-menu"
        aria-label={t('menu')}
        onClick={(event) => event.currentTarget.hidePopover()}
      >
        {links}
      </nav>
    </>
  );
}

function Modals() {
  const { signInModalVisible, signUpModalVisible } = useAuthModals();
  // Leaving the page closes the dialog.
  useEffect(() => hideAuthModals, []);
  return (
    <Suspense fallback={null}>
      {signInModalVisible && <SignInModal />}
      {signUpModalVisible && <SignUpModal />}
    </Suspense>
  );
}

interface MessagePageProps {
  readonly title: string;
  readonly hint?: string;
  readonly action?: ReactNode;
}

/** A page with a single message. */
export function MessagePage({ title, hint, action }: MessagePageProps) {
  return (
    <Landing title={title}>
      <section className="message-page">
        <h1>{title}</h1>
        {hint !== undefined && <p>{hint}</p>}
        {action}
      </section>
    </Landing>
  );
}
