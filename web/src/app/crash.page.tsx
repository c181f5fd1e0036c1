import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { useFailureText } from '../api/failure.texts.ts';
import { MessagePage } from '../modules/accounts/landing.tsx';
import { useAppText } from './app.texts.ts';

/** The server is asked this often whether it answers again, in milliseconds. */
const askEvery = 3_000;

/** What browsers say of code that does not come, and the build's loader of its styles. */
const codeIsMissing = /dynamically imported module|importing a module|unable to preload/i;

/** A screen that threw, or whose code did not come. */
export default function CrashPage() {
  const t = useAppText();
  const error = useRouteError();
  if (error instanceof Error && codeIsMissing.test(error.message)) return <CodeMissing />;
  return <MessagePage title={t('wentWrong')} hint={t('crashed')} action={<Reload />} />;
}

/**
 * Says why a screen's code did not come: the server does not answer, and the screen is opened as soon as it does; or it answers, and
 * has other code since an update.
 */
function CodeMissing() {
  const t = useAppText();
  const say = useFailureText();
  const why = useWhyMissing();
  if (why === 'newVersion')
    return <MessagePage title={t('wentWrong')} hint={t('newVersion')} action={<Reload />} />;
  return <MessagePage title={t('wentWrong')} {...(why === 'noAnswer' ? { hint: say('noAnswerYet') } : {})} />;
}

function Reload() {
  const t = useAppText();
  return (
    <button type="button" className="plain-button" onClick={() => location.reload()}>
      {t('reload')}
    </button>
  );
}

type WhyMissing = 'asking' | 'noAnswer' | 'newVersion';

function useWhyMissing(): WhyMissing {
  const [why, setWhy] = useState<WhyMissing>('asking');
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasSilent = false;
    const ask = async () => {
      const answers = await serverAnswers();
      if (isOver) return;
      if (answers && wasSilent) location.reload();
      else if (answers) setWhy('newVersion');
      else {
        wasSilent = true;
        setWhy('noAnswer');
        timer = setTimeout(() => void ask(), askEvery * (0.5 + Math.random()));
      }
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return why;
}

async function serverAnswers(): Promise<boolean> {
  try {
    const { status } = await fetch('/', { method: 'HEAD', cache: 'no-store' });
    return status < 500;
  } catch {
    return false;
  }
}
