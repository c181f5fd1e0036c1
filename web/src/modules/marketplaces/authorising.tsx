import { Spin } from 'antd';
import './marketplaces.css';
import { useMarketplacesText } from './marketplaces.texts.ts';

/** Shown while an authorisation is being completed. */
export function Authorising({ text }: { readonly text: string }) {
  const t = useMarketplacesText();
  return (
    <div className="es-authorising" role="status">
      <title>{`${text} · Evenstock`}</title>
      <Spin size="large" />
      <h1>{text}</h1>
      <p>{t('authorisingHint')}</p>
    </div>
  );
}
