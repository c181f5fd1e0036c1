import { useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** A part of a screen that is in a file of its own. */
export interface LazyPart<Props extends object> {
  (props: Props): ReactNode;
  /** Loads it before it is shown: when somebody points at what shows it. */
  readonly preload: () => void;
}

/** What stands in the place of a part until it is there, or after it did not come. */
export interface WaitingProps {
  readonly failed: boolean;
  readonly onRetry: () => void;
}

/**
 * A part that is loaded when it is first shown, or pointed at. Where its file does not come, the rest of the screen stays as it is,
 * and it can be asked for again.
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
    const isAsked = Shown === null && !failed;
    useEffect(() => {
      if (!isAsked) return;
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
    }, [isAsked]);
    if (Shown !== null) return <Shown {...props} />;
    return <Waiting failed={failed} onRetry={() => setFailed(false)} />;
  }
  // Where this fails, showing it tries again.
  return Object.assign(Part, { preload: () => void fetchPart().catch(() => undefined) });
}
