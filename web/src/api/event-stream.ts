import type { LiveTopic } from '@evenstock/contract/stores/live';
import { eventParser } from './event-lines.ts';

/** The server sends a heartbeat every 15 s. A stream that is silent for longer than this counts as lost, in milliseconds. */
export const silentFor = 35_000;

/** Reads a stream until it ends, or until it has been silent for too long. */
export async function readStream(
  response: Response,
  refresh: (topics: Iterable<LiveTopic>) => void,
): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  const parser = eventParser((event) => refresh([event.topic]));
  for (;;) {
    const silence = setTimeout(() => void reader.cancel(), silentFor);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    if (done) return;
    parser.feed(value);
  }
}
