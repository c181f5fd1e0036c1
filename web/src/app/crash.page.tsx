import { useRouteError } from 'react-router';
import { MessagePage } from '../modules/accounts/landing.tsx';
import { useAppText } from './app.texts.ts';

/** A screen that threw, or whose code is no longer on the server after an update. */
export default function CrashPage() {
  const t = useAppText();
  const error = useRouteError();
  const outdated = error instanceof TypeError && /import|module|fetch/i.test(error.message);
  return (
    <MessagePage
      title={t('wentWrong')}
      hint={t(outdated ? 'newVersion' : 'crashed')}
      action={
        <button type="button" className="plain-button" onClick={() => location.reload()}>
          {t('reload')}
        </button>
      }
    />
  );
}
