/** Time as the sandbox is given it: the system's, or one that a test drives by hand. */
export interface TimeSource {
  now(): Date;
  /** A hand-driven source moves itself; a call that would hang then takes no real time. */
  advance?(milliseconds: number): unknown;
}

export type ClockMode = 'free' | 'set';

/** How the sandbox's clock stands to its source. JSON: it is kept over a restart. */
export interface ClockSetting {
  readonly mode: ClockMode;
  /** Free: milliseconds ahead of the source. Set: the instant, in milliseconds. */
  readonly value: number;
}

/** The marketplaces' own clock: runs with its source, ahead of it, or stands still. */
export class SandboxClock {
  readonly source: TimeSource;
  #setting: ClockSetting = { mode: 'free', value: 0 };

  constructor(source: TimeSource) {
    this.source = source;
  }

  get setting(): ClockSetting {
    return this.#setting;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#setting.mode === 'set'
      ? this.#setting.value
      : this.source.now().getTime() + this.#setting.value;
  }

  /** Unix seconds. */
  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  restore(setting: ClockSetting): void {
    this.#setting = setting;
  }

  /** Stops at an instant. */
  set(instant: number): void {
    this.#setting = { mode: 'set', value: instant };
  }

  /** Moves ahead, or back below zero, whether it runs or stands. */
  advance(milliseconds: number): void {
    this.#setting = { mode: this.#setting.mode, value: this.#setting.value + milliseconds };
  }

  /** Runs with its source again. */
  free(): void {
    this.#setting = { mode: 'free', value: 0 };
  }
}
