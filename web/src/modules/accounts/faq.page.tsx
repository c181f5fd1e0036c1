import { pricing } from '@evenstock/contract/billing/billing';
import { toMajor } from '@evenstock/contract/values/money';
import { pageSettings } from '../../api/page-settings.ts';
import { useStaticText } from './accounts.texts.ts';
import { useFaqText } from './faq.texts.ts';
import { Landing } from './landing.tsx';

/** The frequent questions: first the price and how to begin, then how the product works. */
export default function FaqPage() {
  const t = useStaticText();
  const faq = useFaqText();
  const questions = [
    [t('faqNumberTitle'), t('faqNumber')],
    [t('faqStartTitle'), t('faqStart')],
    [t('faqMergeTitle'), t('faqMerge')],
    [t('faqEditTitle'), t('faqEdit')],
    [t('faqExpiryTitle'), t('faqExpiry')],
  ];
  return (
    <Landing title={faq('title')}>
      <article className="prose">
        <h1>{faq('title')}</h1>
        <SettingUpAndPricing />
        <h2>{faq('useSection')}</h2>
        {questions.map(([question, answer]) => (
          <section key={question}>
            <h3>{question}</h3>
            <p>{answer}</p>
          </section>
        ))}
      </article>
    </Landing>
  );
}

function SettingUpAndPricing() {
  const faq = useFaqText();
  const { currency, freeMerged: free, flatUpTo } = pricing;
  const flat = toMajor(pricing.flatPrice, currency);
  const more = toMajor(pricing.pricePerFurther, currency).toFixed(2);
  return (
    <section>
      <h2>{faq('pricingSection')}</h2>
      <h3>{faq('highestTitle')}</h3>
      <p>{faq('highest')}</p>
      <h3>{faq('markTitle')}</h3>
      <p>{faq('mark')}</p>
      <h3>{faq('reservedTitle')}</h3>
      <ul>
        <li>{faq('reservedKnown')}</li>
        <li>{faq('reservedByHand')}</li>
        <li>{faq('reservedUnknown')}</li>
      </ul>
      <h3>{faq('priceTitle')}</h3>
      <ul>
        <li>{faq('priceFree', { free })}</li>
        <li>{faq('priceFlat', { flatUpTo, flat })}</li>
        <li>{faq('priceMore', { flatUpTo, flat, more })}</li>
      </ul>
      <p>{faq(pageSettings.billing_on ? 'priceMean' : 'priceNone')}</p>
      <h3>{faq('whereTitle')}</h3>
      <p>{faq('where')}</p>
    </section>
  );
}
