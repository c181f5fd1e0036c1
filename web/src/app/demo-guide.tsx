import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { pageSettings } from '../api/page-settings.ts';
import { useStore } from '../api/store-context.ts';
import { useAppText } from './app.texts.ts';
import './demo-guide.css';

const closedKey = `${pageSettings.cookie_prefix}-demo-guide-closed`;

/** Suggestions of what to try first, shown in the demo until they are closed in this browser. */
export function DemoGuide() {
  const t = useAppText();
  const { storeId } = useStore();
  const [isClosed, setClosed] = useState(() => localStorage.getItem(closedKey) !== null);
  const { demo } = pageSettings;
  if (demo === null || isClosed) return null;
  const close = () => {
    localStorage.setItem(closedKey, 'true');
    setClosed(true);
  };
  return (
    <section className="es-demo-guide" aria-label={t('demoGuide')}>
      <strong>{t('demoGuide')}</strong>
      <ol>
        <li>
          <a href={`${demo.shop_url}/buy`} target="_blank" rel="noreferrer">
            {t('demoBuy')}
          </a>
        </li>
        <li>
          <a href={demo.shop_url} target="_blank" rel="noreferrer">
            {t('demoEdit')}
          </a>
        </li>
        <li>
          <Link to={`/stores/${storeId}/products/merge`}>{t('demoMerge')}</Link>
        </li>
        <li>
          <a href="/dev/mail" target="_blank" rel="noreferrer">
            {t('demoMail')}
          </a>
        </li>
      </ol>
      <Button type="text" icon={<CloseOutlined />} aria-label={t('demoGuideClose')} onClick={close} />
    </section>
  );
}
