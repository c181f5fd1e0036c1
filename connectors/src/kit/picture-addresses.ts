/**
 * The addresses of pictures among texts of an answer: a browser opens them, so others than https are left out, but for those of
 * this machine, where a simulated marketplace is.
 */
export function picturesIn(texts: readonly string[]): string[] {
  return texts.filter((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname } = new URL(text);
    return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname));
  });
}
