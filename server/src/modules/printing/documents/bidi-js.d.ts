/** The package exports a function; its own types say that it exports an object with one. */
declare module 'bidi-js' {
  interface Levels {
    /** Of each code unit; odd ones are read from the right. */
    readonly levels: Uint8Array;
    readonly paragraphs: readonly { readonly start: number; readonly end: number; readonly level: number }[];
  }
  export default function bidiFactory(): {
    getEmbeddingLevels(text: string, base: 'ltr' | 'rtl' | 'auto'): Levels;
    /** The places of the code units in the order in which they are seen. */
    getReorderedIndices(text: string, levels: Levels): number[];
  };
}
