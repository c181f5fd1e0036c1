import { Button } from 'antd';
import { Link } from 'react-router';
import { describeFailure, type Failure } from '../api/failure.ts';
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
  const isLate = failure?.kind === 'offline' && failure.isLate === true;
  // What is read can be read again: nothing has to be looked for first.
  const reason = isLate ? t('late') : failure === undefined ? null : describeFailure(failure);
  return (
    <div className="es-retry" role="alert">
      <p>{t('wentWrong')}</p>
      {reason !== null && <p className="es-quiet">{reason}</p>}
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
