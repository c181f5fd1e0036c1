import { Button } from 'antd';
import type { Failure } from '../api/failure.ts';
import { useUiText } from './ui.texts.ts';

interface RetryProps {
  readonly failure?: Failure;
  readonly onRetry: () => void;
  readonly loading?: boolean;
}

/** What a list or page shows when it could not be loaded. */
export function Retry({ failure, onRetry, loading = false }: RetryProps) {
  const t = useUiText();
  return (
    <div className="es-retry" role="alert">
      <p>{t('wentWrong')}</p>
      {failure?.kind === 'offline' && <p className="es-quiet">{t('noAnswer')}</p>}
      {failure?.kind === 'plain' && failure.text !== null && <p className="es-quiet">{failure.text}</p>}
      <Button onClick={onRetry} loading={loading}>
        {t('retry')}
      </Button>
    </div>
  );
}
