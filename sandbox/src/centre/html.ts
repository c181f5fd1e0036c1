import { escapeMarkup } from '../core/markup.ts';

/** Text that is markup already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

/** Markup with everything put into it escaped, except markup. Nothing, null and false leave nothing. */
export function html(pieces: TemplateStringsArray, ...values: readonly Part[]): Html {
  let text = pieces[0] ?? '';
  values.forEach((value, index) => {
    text += written(value) + (pieces[index + 1] ?? '');
  });
  return new Html(text);
}

/** Only for text of our own. */
export function raw(text: string): Html {
  return new Html(text);
}

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return escapeMarkup(part);
  if (typeof part === 'number') return String(part);
  return part.map(written).join('');
}
