/** The source of time: the system's clock, or one that a test moves. */
export interface TimeSource {
  now(): Date;
  /** Advances a test's clock instead of waiting, when a call hangs. */
  advance?(milliseconds: number): unknown;
}

export type ClockMode = 'free' | 'set';

/** The state of the clock relative to its source; stored as JSON, so that it survives a restart. */
export interface ClockSetting {
  readonly mode: ClockMode;
  /** Running: milliseconds ahead of the source. Stopped: the instant in milliseconds. */
  readonly value: number;
}

/** The marketplaces' clock: it runs with its source or ahead of it, or is stopped. */
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

  /** Stops the clock at an instant. */
  set(instant: number): void {
    this.#setting = { mode: 'set', value: instant };
  }

  /** Moves the clock by milliseconds, which may be negative, whether it runs or is stopped. */
  advance(milliseconds: number): void {
    this.#setting = { mode: this.#setting.mode, value: this.#setting.value + milliseconds };
  }

  /** Runs with the source again. */
  free(): void {
    this.#setting = { mode: 'free', value: 0 };
  }
}
