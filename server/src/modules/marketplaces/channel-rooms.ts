import { throttled } from '@evenstock/connectors/kit/errors';
import { channels, type ChannelKind } from '@evenstock/contract/channels';

/** So many calls in a row without an answer are no accident. */
const SILENCES = 3;
/** So many may call at once at a channel that does not answer. */
const LEAST = 2;
/** More than this never call at once: there is no bound. */
const MOST = 100;
const COME_AGAIN_SECONDS = 15;

/** Who of this process has calls out at each channel, and how many may. */
export interface ChannelRooms {
  /**
   * Lets a call leave; whoever did so tells how it ended. Calls that one caller makes abreast count once.
   * @throws ChannelError throttled where enough callers wait for an answer that may not come: nothing was sent
   */
  enter(channel: ChannelKind, caller: object): (wasAnswered: boolean) => void;
}

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
