import type { ReturnState } from '@evenstock/contract/orders/return-detail';
import type { StateColour } from '../theme/tokens.ts';
import { useReturnWordsText } from '../texts/return-words.texts.ts';
import { reasonWords, statusWords, type CodeWords } from './code-words.rules.ts';
import { StateTag } from './state-tag.tsx';

const looks: Readonly<
  Record<ReturnState, { colour: StateColour; glyph: 'check' | 'clock' | 'cross' | 'dot' | 'warning' }>
> = {
  pending: { colour: 'yellow', glyph: 'clock' },
  to_return: { colour: 'blue', glyph: 'clock' },
  accepted: { colour: 'green', glyph: 'check' },
  disputed: { colour: 'yellow', glyph: 'warning' },
  refused: { colour: 'red', glyph: 'cross' },
  cancelled: { colour: 'grey', glyph: 'cross' },
  unknown: { colour: 'grey', glyph: 'dot' },
};

interface ReturnStatusProps {
  readonly state: ReturnState;
  /** The marketplace's own status. */
  readonly raw: string;
}

/** The status of a return in words; one that is not known has its code beside it. */
export function ReturnStatus({ state, raw }: ReturnStatusProps) {
  const t = useReturnWordsText();
  const { words, code } = statusWords(raw);
  return (
    <span className="es-tags" title={raw}>
      <StateTag {...looks[state]}>{state === 'unknown' ? words : t(`state_${state}`)}</StateTag>
      {state === 'unknown' && code !== null && <small className="es-quiet">{code}</small>}
    </span>
  );
}

/** A reason in words; one that is not known has its code beside it. */
export function ReasonWords({ given }: { readonly given: string }) {
  const { words, code } = useReasonWords(given);
  return (
    <>
      {words}
      {code !== null && <small className="es-quiet"> {code}</small>}
    </>
  );
}

function useReasonWords(given: string): Omit<CodeWords, 'key'> {
  const t = useReturnWordsText();
  const { key, words, code } = reasonWords(given);
  if (key === null) return { words, code };
  if (key === 'numbered') return { words: t('reason_numbered', { code: words }), code };
  return { words: t(`reason_${key}`), code };
}
