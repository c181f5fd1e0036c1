/** A repeatable random stream: the same seed gives the same values. */
export interface Random {
  /** In [0, 1). */
  fraction(): number;
  /** A whole number in [least, most]. */
  between(least: number, most: number): number;
  /** True with this probability. */
  chance(rate: number): boolean;
  pick<T>(choices: readonly [T, ...T[]] | readonly T[]): T;
  /** Lower-case hexadecimal digits. */
  hex(digits: number): string;
}

/** FNV-1a: spreads a text over 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** Creates an independent stream for each name, so that the use of one never changes another. */
export function createRandom(...names: readonly (string | number)[]): Random {
  let state = hashText(names.join('/'));
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number): number =>
    least + Math.floor(fraction() * (most - least + 1));
  return {
    fraction,
    between,
    chance: (rate) => rate > 0 && fraction() < rate,
    pick<T>(choices: readonly T[]): T {
      const choice = choices[between(0, choices.length - 1)];
      if (choice === undefined) throw new Error('Nothing to pick from.');
      return choice;
    },
    hex(digits) {
      let text = '';
      while (text.length < digits) text += between(0, 15).toString(16);
      return text;
    },
  };
}
