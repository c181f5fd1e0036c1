import { platformAbilities } from '@evenstock/contract/accounts/abilities';
import { Avatar, Dropdown, Segmented } from 'antd';
import { useNavigate } from 'react-router';
import { consoleLinks } from '../api/console-links.ts';
import { endSession, useUser } from '../api/session.ts';
import { useLanguageChoice, type LanguageChoice } from '../i18n/language-choice.ts';
import { languageNames, useChooseLanguage } from '../ui/forms/choose-language.ts';
import { notify } from '../ui/pages/notices.ts';
import { chooseTheme, useThemeChoice } from '../ui/theme/theme-choice.ts';
import { useAppText } from './app.texts.ts';

/** The account's menu: name, theme, language, change of store, sign-out. */
export function AccountMenu() {
  const t = useAppText();
  const user = useUser();
  const navigate = useNavigate();
  const logOut = async () => {
    try {
      await endSession();
    } catch {
      notify({ kind: 'error', text: t('logOutFailed') });
      return;
    }
    await navigate('/');
  };
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'account', label: t('account'), onClick: () => void navigate('/account') },
          { key: 'switch', label: t('switchStore'), onClick: () => void navigate('/') },
          ...(consoleLinks === null
            ? []
            : [{ key: 'console', label: <a href={consoleLinks.dashboard}>{t('consoleDashboard')}</a> }]),
          ...(platformAbilities(user.role).includes('platform.inspect')
            ? [{ key: 'admin', label: t('subscriptions'), onClick: () => void navigate('/admin') }]
            : []),
          { key: 'logout', label: t('logOut'), onClick: () => void logOut() },
        ],
      }}
      popupRender={(menu) => (
        <div className="es-account-menu">
          <div className="es-account-who">{user.email}</div>
          <ThemeSwitch />
          <LanguageSwitch />
          {menu}
        </div>
      )}
    >
      <button type="button" className="es-avatar-button" aria-label={t('accountMenu', { email: user.email })}>
        <Avatar size={28} {...(user.avatar_url === null ? {} : { src: user.avatar_url })}>
          {user.email.charAt(0).toUpperCase()}
        </Avatar>
      </button>
    </Dropdown>
  );
}

function ThemeSwitch() {
  const t = useAppText();
  const choice = useThemeChoice();
  return (
    <Segmented
      block
      size="small"
      aria-label={t('appearance')}
      value={choice}
      onChange={chooseTheme}
      options={[
        { value: 'system', label: t('themeSystem') },
        { value: 'light', label: t('themeLight') },
        { value: 'dark', label: t('themeDark') },
      ]}
    />
  );
}

function LanguageSwitch() {
  const t = useAppText();
  const choose = useChooseLanguage();
  return (
    <Segmented<LanguageChoice>
      block
      size="small"
      aria-label={t('language')}
      value={useLanguageChoice()}
      onChange={choose}
      options={[
        { value: 'en', label: <span lang="en">{languageNames.en}</span> },
        { value: 'zh', label: <span lang="zh-Hans">{languageNames.zh}</span> },
      ]}
    />
  );
}
