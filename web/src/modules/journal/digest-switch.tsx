import type { MailLanguage } from '@evenstock/contract/accounts/accounts';
import { digestHour, switchDigest } from '@evenstock/contract/stores/stores';
import { Switch } from 'antd';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useLanguageChoice } from '../../i18n/language-choice.ts';
import { notify } from '../../ui/pages/notices.ts';
import { useNotificationsText } from './notifications.texts.ts';

/** Switches the user's daily mail of notifications, in the current language. @param language of the mail; null if it is off */
export function DigestSwitch({ language }: { readonly language: MailLanguage | null }) {
  const t = useNotificationsText();
  const { storeId } = useStore();
  const here = useLanguageChoice();
  const change = useWrite(switchDigest, ['store']);
  const turn = (isOn: boolean) =>
    change.mutate(
      { params: { storeId }, body: { digest: { language: isOn ? here : null } } },
      {
        onSuccess: () =>
          notify({ kind: 'success', text: isOn ? t('digestOn', { hour: digestHour }) : t('digestOff') }),
        onError: () => notify({ kind: 'error', text: t('notSwitched') }),
      },
    );
  return (
    <label className="es-switch-row es-digest">
      <Switch checked={language !== null} loading={change.isPending} onChange={turn} />
      <span>{t('digest')}</span>
    </label>
  );
}
