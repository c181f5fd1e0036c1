import { message } from '@evenstock/contract/messages/message';
import { throttled } from '@evenstock/connectors/kit/errors';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import type { CircuitBreakers } from '../../../context.ts';

/** The number of consecutive timeouts that opens the breaker. */
const TIMEOUTS_TO_OPEN = 3;
/** The number of callers that an open breaker admits at once, to find out whether the channel answers again. */
const TRIAL_CALLERS = 2;
/** The number of callers that a closed breaker admits at once: in effect no limit. */
const ALL_CALLERS = 100;
const RETRY_AFTER_SECONDS = 15;

interface CircuitBreaker {
  /** How many calls each caller has in flight. */
  readonly inFlight: Map<object, number>;
  consecutiveTimeouts: number;
  maxCallers: number;
}

/**
 * Creates a circuit breaker for each channel, so that a channel that does not answer does not block every worker. A breaker opens
 * after three consecutive timeouts and then admits two callers at once. Each answer raises that limit by one.
 */
export function createCircuitBreakers(): CircuitBreakers {
  const breakers = new Map<ChannelKind, CircuitBreaker>();
  return {
    acquire(channel, caller) {
      const breaker: CircuitBreaker = breakers.get(channel) ?? {
        inFlight: new Map(),
        consecutiveTimeouts: 0,
        maxCallers: ALL_CALLERS,
      };
      breakers.set(channel, breaker);
      const calls = breaker.inFlight.get(caller) ?? 0;
      if (calls === 0 && breaker.inFlight.size >= breaker.maxCallers) {
        const { label } = channels[channel];
        throw throttled(RETRY_AFTER_SECONDS, message('connections.not_answering', { channel: label }));
      }
      breaker.inFlight.set(caller, calls + 1);
      return (wasAnswered) => {
        release(breaker, caller);
        count(breaker, wasAnswered);
      };
    },
  };
}

function release({ inFlight }: CircuitBreaker, caller: object): void {
  const left = (inFlight.get(caller) ?? 1) - 1;
  if (left === 0) inFlight.delete(caller);
  else inFlight.set(caller, left);
}

function count(breaker: CircuitBreaker, wasAnswered: boolean): void {
  breaker.consecutiveTimeouts = wasAnswered ? 0 : breaker.consecutiveTimeouts + 1;
  const isOpen = breaker.maxCallers < ALL_CALLERS;
  if (wasAnswered) breaker.maxCallers = Math.min(ALL_CALLERS, breaker.maxCallers + 1);
  else if (breaker.consecutiveTimeouts >= TIMEOUTS_TO_OPEN || isOpen) breaker.maxCallers = TRIAL_CALLERS;
}
