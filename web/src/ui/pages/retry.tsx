import { Button } from 'antd';
import { Link } from 'react-router';
import { describeFailure, type Failure } from '../../api/failure.ts';
import { useUiText } from '../texts/ui.texts.ts';

interface RetryProps {
  readonly failure?: Failure;
  readonly onRetry: () => void;
  readonly loading?: boolean;
}

/** Shown by a list or page that could not be loaded. */
export function Retry({ failure, onRetry, loading = false }: RetryProps) {
  const t = useUiText();
  if (failure?.kind === 'plain' && failure.status === 403) return <NotAllowed reason={failure.text} />;
  const isLate = failure?.kind === 'offline' && failure.isLate === true;
  // A read may safely be repeated, so the text does not mention that the late request may have been carried out.
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

/** Shown for a page that the user may not see. It is no failure, so there is no retry. */
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
