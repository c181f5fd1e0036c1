import { Link } from 'react-router';
import { MessagePage } from '../modules/accounts/landing.tsx';
import { useAppText } from './app.texts.ts';

/** Shown for an unknown address. */
export default function NotFoundPage() {
  const t = useAppText();
  return (
    <MessagePage
      title={t('notFound')}
      hint={t('notFoundHint')}
      action={
        <Link className="plain-button" to="/">
          {t('home')}
        </Link>
      }
    />
  );
}
