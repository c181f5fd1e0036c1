/** A table of texts: `{{name}}` stands for a value; a text that depends on `count` comes as `key_one` and `key_other`. */
export type Texts = Readonly<Record<string, string>>;

/** What a text of the table is asked for by. */
export type TextKey<T extends Texts> = {
  [K in keyof T & string]: K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;
}[keyof T & string];

type Written<T extends Texts, K extends string> = K extends keyof T
  ? T[K]
  : `${K}_other` extends keyof T
    ? T[`${K}_other`]
    : never;
type Names<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Plain<Name> | Names<Rest> : never;
/** `count, number` is `count`, written with its digits grouped. */
type Plain<Name> = Name extends `${infer Before},${string}` ? Before : Name;

/** A text that depends on `count` needs it, even where it does not write it. */
type Counted<T extends Texts, K extends string> = `${K}_other` extends keyof T ? 'count' : never;
type Needed<T extends Texts, K extends string> = Names<Written<T, K>> | Counted<T, K>;

/** The values that a text needs, as the parameters of a function: none, or one object. */
export type TextValues<T extends Texts, K extends string> = [Needed<T, K>] extends [never]
  ? []
  : [values: { readonly [N in Needed<T, K>]: N extends 'count' ? number : string | number }];

/** The Chinese of a table: the same keys. Chinese has no singular of its own, so `key_other` serves every count. */
export type ChineseOf<T extends Texts> = {
  readonly [K in keyof T & string as K extends `${string}_one` ? never : K]: string;
};
