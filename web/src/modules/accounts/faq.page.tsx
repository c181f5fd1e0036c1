import { Landing } from '../../app/landing.tsx';
import { useStaticText } from './accounts.texts.ts';

/** The questions that come first. */
export default function FaqPage() {
  const t = useStaticText();
  const questions = [
    [t('faqNumberTitle'), t('faqNumber')],
    [t('faqStartTitle'), t('faqStart')],
    [t('faqMergeTitle'), t('faqMerge')],
    [t('faqEditTitle'), t('faqEdit')],
    [t('faqExpiryTitle'), t('faqExpiry')],
  ];
  return (
    <Landing title={t('faqTitle')}>
      <article className="prose">
        <h1>{t('faqTitle')}</h1>
        {questions.map(([question, answer]) => (
          <section key={question}>
            <h2>{question}</h2>
            <p>{answer}</p>
          </section>
        ))}
      </article>
    </Landing>
  );
}
