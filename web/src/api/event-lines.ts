import { liveEvent, type LiveEvent } from '@evenstock/contract/stores/live';

/**
 * Splits the received text of a server-sent event stream into whole events and the unfinished rest.
 * Comments (heartbeats) and unknown events are skipped.
 */
export function readEvents(received: string): {
  readonly events: readonly LiveEvent[];
  readonly rest: string;
} {
  const blocks = received.replaceAll('\r\n', '\n').split('\n\n');
  const rest = blocks.pop() ?? '';
  const events = blocks.flatMap((block) => {
    const data = block
      .split('\n')
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length).trimStart())
      .join('\n');
    const event = data === '' ? null : parse(data);
    return event === null ? [] : [event];
  });
  return { events, rest };
}

function parse(data: string): LiveEvent | null {
  try {
    const event = liveEvent.safeParse(JSON.parse(data));
    return event.success ? event.data : null;
  } catch {
    return null;
  }
}

/**
 * Reconnect delay in milliseconds: exponential backoff from 1 s to 30 s, with jitter so that browsers do not reconnect at the
 * same time.
 */
export function reconnectDelay(failures: number, chance: number): number {
  const full = Math.min(30_000, 1000 * 2 ** Math.min(failures, 10));
  return Math.round(full * (0.5 + chance / 2));
}
