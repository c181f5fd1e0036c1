import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { serverAnswers } from '../../api/server-answers.ts';
import { Retry } from './retry.tsx';

/** A lazily loaded part of a screen. */
export interface LazyPart<Props extends object> {
  (props: Props): ReactNode;
  /** Loads it ahead, for instance when its button is hovered. */
  readonly preload: () => void;
}

/** Props of the placeholder that is shown while a part loads, or after loading failed. */
export interface WaitingProps {
  readonly failed: boolean;
}

/**
 * A component that is loaded when it is first shown or preloaded. If loading fails, the rest of the screen stays as it is and the
 * user can retry.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<WaitingProps>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetchPart = async (): Promise<ComponentType<Props>> => (loaded ??= await load());

  function Part(props: Props) {
    const [Shown, setShown] = useState<ComponentType<Props> | null>(() => loaded);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Shown !== null) return;
      let isOver = false;
      fetchPart().then(
        (part) => {
          if (!isOver) setShown(() => part);
        },
        () => {
          if (!isOver) setFailed(true);
        },
      );
      return () => {
        isOver = true;
      };
    }, [Shown]);
    if (Shown !== null) return <Shown {...props} />;
    return <Waiting failed={failed} />;
  }
  return Object.assign(Part, { preload: () => void fetchPart().catch(() => undefined) });
}

/**
 * Shown where a part could not be loaded. A retry reloads the page, because browsers never fetch a failed module again. Without an
 * answer of the server it does not, because the rest of the screen would be lost.
 */
export function MissingPart() {
  const [isAsking, setIsAsking] = useState(false);
  const [isSilent, setIsSilent] = useState(false);
  const retry = async (): Promise<void> => {
    setIsAsking(true);
    if (await serverAnswers()) {
      location.reload();
      return;
    }
    setIsAsking(false);
    setIsSilent(true);
  };
  return (
    <Retry
      {...(isSilent ? { failure: { kind: 'offline' } } : {})}
      loading={isAsking}
      onRetry={() => void retry()}
    />
  );
}
