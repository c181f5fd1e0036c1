import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useAppText } from './app.texts.ts';
import { Logo } from './logo.tsx';

/** Pages outside any store: header with the logo, content, footer. Light: Ant Design is not needed here. */
export function Landing({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const t = useAppText();
  return (
    <div className="landing">
      <title>{`${title} · Evenstock`}</title>
      <header className="landing-header">
        <Logo to="/" />
      </header>
      <main className="landing-main" id="content">
        {children}
      </main>
      <footer className="landing-footer">
        <span>{t('copyright', { year: new Date().getFullYear() })}</span>
        <nav>
          <Link to="/faq">{t('faq')}</Link>
          <Link to="/privacy-policy">{t('privacyPolicy')}</Link>
        </nav>
      </footer>
    </div>
  );
}

interface MessagePageProps {
  readonly title: string;
  readonly hint?: string;
  readonly action?: ReactNode;
}

/** A page that has one thing to say. */
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
