/** The program's clock: the system's in production, a scheduler's in the simulation. */
export interface Clock {
  now(): Date;
  sleep(milliseconds: number): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** The system's clock, delayed by some milliseconds. */
export function clockBehind(milliseconds: number): Clock {
  return { now: () => new Date(Date.now() - milliseconds), sleep: systemClock.sleep };
}
