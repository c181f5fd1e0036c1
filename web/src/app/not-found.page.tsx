import { Link } from 'react-router';
import { useAppText } from './app.texts.ts';
import { MessagePage } from '../modules/accounts/landing.tsx';

/** Any address that leads nowhere. */
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
