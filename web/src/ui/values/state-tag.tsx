import type { ReactNode } from 'react';
import type { StateColour } from '../theme/tokens.ts';

const glyphs = {
  dot: <circle cx="5" cy="5" r="3" fill="currentColor" stroke="none" />,
  check: <path d="M1.5 5.4 4 7.8 8.6 2.6" />,
  clock: <path d="M5 2.4V5l1.8 1.2M9 5A4 4 0 1 1 1 5a4 4 0 0 1 8 0Z" />,
  cross: <path d="M2 2l6 6M8 2 2 8" />,
  warning: <path d="M5 1.2 9.4 9H.6ZM5 4v2.2M5 7.4v.2" />,
  pause: <path d="M3.2 1.8v6.4M6.8 1.8v6.4" />,
} as const;

interface StateTagProps {
  readonly colour: StateColour;
  readonly glyph?: keyof typeof glyphs;
  readonly children: ReactNode;
}

/** A state as text with a glyph, so that the colour alone carries no meaning. */
export function StateTag({ colour, glyph = 'dot', children }: StateTagProps) {
  return (
    <span className={`es-tag es-tag-${colour}`}>
      <svg
        viewBox="0 0 10 10"
        width="10"
        height="10"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        {glyphs[glyph]}
      </svg>
      {children}
    </span>
  );
}
