import { throttled } from '@evenstock/connectors/kit/errors';
import { channels, type ChannelKind } from '@evenstock/contract/channels';
import type { ChannelRooms } from '../../context.ts';

/** So many calls in a row without an answer are no accident. */
const SILENCES = 3;
/** So many may call at once at a channel that does not answer. */
const LEAST = 2;
/** More than this never call at once: there is no bound. */
const MOST = 100;
const COME_AGAIN_SECONDS = 15;

interface Room {
  /** Callers with how many calls each has out. */
  readonly out: Map<object, number>;
  /** Calls without an answer since the last one that had one. */
  silences: number;
  most: number;
}

/**
 * A channel that does not answer must not hold every worker until its time-outs: after a few calls without an answer only two may
 * be out at once, and each answer lets one more.
 */
export function openRooms(): ChannelRooms {
  const rooms = new Map<ChannelKind, Room>();
  return {
    enter(channel, caller) {
      const room: Room = rooms.get(channel) ?? { out: new Map(), silences: 0, most: MOST };
      rooms.set(channel, room);
      const calls = room.out.get(caller) ?? 0;
      if (calls === 0 && room.out.size >= room.most) {
        const { label } = channels[channel];
        throw throttled(COME_AGAIN_SECONDS, `${label} has not been answering. It is asked again by itself.`);
      }
      room.out.set(caller, calls + 1);
      return (wasAnswered) => {
        const left = (room.out.get(caller) ?? 1) - 1;
        if (left === 0) room.out.delete(caller);
        else room.out.set(caller, left);
        room.silences = wasAnswered ? 0 : room.silences + 1;
        if (wasAnswered) room.most = Math.min(MOST, room.most + 1);
        else if (room.silences >= SILENCES || room.most < MOST) room.most = LEAST;
      };
    },
  };
}
