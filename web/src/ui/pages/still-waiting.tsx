import './still-waiting.css';
import { useStillWaiting } from '../../api/waiting.ts';
import { useUiText } from '../texts/ui.texts.ts';

/** Shows that a reply takes longer than usual. */
export function StillWaiting() {
  const t = useUiText();
  const isWaiting = useStillWaiting();
  return (
    <div role="status" className={isWaiting ? 'es-still-waiting' : undefined}>
      {isWaiting && t('stillWaiting')}
    </div>
  );
}
