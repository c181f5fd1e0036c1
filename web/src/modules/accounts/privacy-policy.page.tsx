import { useNavigate } from 'react-router';
import { useStaticText } from './accounts.texts.ts';
import { Landing } from './landing.tsx';

/** Which personal data is kept, and for how long. */
export default function PrivacyPolicyPage() {
  const t = useStaticText();
  const navigate = useNavigate();
  return (
    <Landing title={t('privacyTitle')}>
      <article className="prose">
        <button
          type="button"
          className="plain-button"
          onClick={() => void (history.length > 1 ? navigate(-1) : navigate('/'))}
        >
          {t('back')}
        </button>
        <h1>{t('privacyTitle')}</h1>
        <h2>{t('privacyWhatTitle')}</h2>
        <p>{t('privacyWhat')}</p>
        <h2>{t('privacyWhyTitle')}</h2>
        <p>{t('privacyWhy')}</p>
        <h2>{t('privacyHowTitle')}</h2>
        <p>{t('privacyHow')}</p>
        <h2>{t('privacyLongTitle')}</h2>
        <p>{t('privacyLong')}</p>
      </article>
    </Landing>
  );
}
