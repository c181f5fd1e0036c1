import { chooseLanguage } from '@evenstock/contract/accounts/own-account';
import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { refreshSession, useSession } from '../api/session.ts';
import { useChosenLanguage } from '../i18n/language-choice.ts';

/** Saves the language that was chosen in this browser as the language of the account's mails. */
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
      // A failure is ignored, because the language is sent again when the product is next opened.
      .catch(() => undefined);
  }, [id, isOther, chosen]);
}
