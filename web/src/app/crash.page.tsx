import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { useFailureText } from '../api/failure.texts.ts';
import { serverAnswers } from '../api/server-answers.ts';
import { MessagePage } from '../modules/accounts/landing.tsx';
import { useAppText } from './app.texts.ts';

/** Interval of the checks whether the server answers again, in milliseconds. */
const askEvery = 3_000;

/** Browsers' error messages for a chunk that failed to load, and the one of the build's style loader. */
const codeIsMissing = /dynamically imported module|importing a module|unable to preload/i;

/** Shown when a screen threw an error or its code failed to load. */
export default function CrashPage() {
  const t = useAppText();
  const error = useRouteError();
  if (error instanceof Error && codeIsMissing.test(error.message)) return <CodeMissing />;
  return <MessagePage title={t('wentWrong')} hint={t('crashed')} action={<Reload />} />;
}

/**
 * Explains why a screen's code failed to load: either the server is unreachable, and the screen is reloaded once it answers, or
 * an update has replaced the files.
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
