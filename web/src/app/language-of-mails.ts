import { chooseLanguage } from '@evenstock/contract/own-account';
import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { refreshSession, useSession } from '../api/session.ts';
import { useChosenLanguage } from '../i18n/language-choice.ts';

/** Has mails written in the language that was chosen in this browser. */
export function useLanguageOfMails(): void {
  const session = useSession();
  const chosen = useChosenLanguage();
  const user = session.state === 'AUTHENTICATED' ? session.user : null;
  const id = user?.id;
  const isOther = user !== null && chosen !== null && user.language !== chosen;
  useEffect(() => {
    if (!isOther) return;
    call(chooseLanguage, { body: { user: { language: chosen } } })
      .then(refreshSession)
      // It is told again when the product is next opened.
      .catch(() => undefined);
  }, [id, isOther, chosen]);
}
