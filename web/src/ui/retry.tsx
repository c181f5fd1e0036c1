import { Button } from 'antd';
import { Link } from 'react-router';
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
  if (failure?.kind === 'plain' && failure.status === 403) return <NotAllowed reason={failure.text} />;
  return (
    <div className="es-retry" role="alert">
      <p>{t('wentWrong')}</p>
      {failure?.kind === 'offline' && (
        <p className="es-quiet">{t(failure.isLate === true ? 'late' : 'noAnswer')}</p>
      )}
      {failure?.kind === 'plain' && failure.text !== null && <p className="es-quiet">{failure.text}</p>}
      <Button onClick={onRetry} loading={loading}>
        {t('retry')}
      </Button>
    </div>
  );
}

/** What is not this person's to see. Nothing failed, and trying again would not help. */
function NotAllowed({ reason }: { readonly reason: string | null }) {
  const t = useUiText();
  return (
    <div className="es-retry" role="alert">
      <p>{t('notAllowed')}</p>
      {reason !== null && <p className="es-quiet">{reason}</p>}
      <Link to="/">{t('yourStores')}</Link>
    </div>
  );
}
