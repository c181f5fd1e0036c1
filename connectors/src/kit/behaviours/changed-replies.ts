import type { ChannelHttp } from '../http.ts';

/** A transport that changes answers on their way. */
export function changing(http: ChannelHttp, change: (text: string) => string): ChannelHttp {
  return {
    now: () => http.now(),
    async send(request) {
      const reply = await http.send(request);
      const text = change(reply.text);
      return text === reply.text ? reply : { ...reply, text, bytes: new TextEncoder().encode(text) };
    },
  };
}

/** Adds an undocumented field to each object of a JSON answer; leaves other answers as they are. */
export function withStrangeFields(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  return JSON.stringify(added(value));
}

/** Makes the field of this name a list instead of a text in a JSON answer. */
export function withoutNameOf(name: string): (text: string) => string {
  return (text) => text.replaceAll(new RegExp(`"(\\w*(?:name|title))":\\s*"${name}"`, 'gi'), '"$1":["?"]');
}

function added(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(added);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [name, added(inner)] as const);
  return { ...Object.fromEntries(fields), x_not_in_the_document: { since: 'today' } };
}
