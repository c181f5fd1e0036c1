import { escapeMarkup } from '../core/markup.ts';

/** Text that is markup and is not escaped again. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

/** Builds markup; every value except markup is escaped, and undefined, null and false are left out. */
export function html(pieces: TemplateStringsArray, ...values: readonly Part[]): Html {
  let text = pieces[0] ?? '';
  values.forEach((value, index) => {
    text += written(value) + (pieces[index + 1] ?? '');
  });
  return new Html(text);
}

/** Marks constant text as markup; never use it for input. */
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
