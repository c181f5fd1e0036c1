import { liveEvent, type LiveEvent } from '@evenstock/contract/stores/live';
import { createParser, type EventSourceParser } from 'eventsource-parser';

/** Parses the text of an event stream as it is received. Comments (heartbeats) and unknown events are skipped. */
export function eventParser(take: (event: LiveEvent) => void): EventSourceParser {
  return createParser({
    onEvent: ({ data }) => {
      const event = parse(data);
      if (event !== null) take(event);
    },
  });
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
