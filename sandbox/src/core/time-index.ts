interface Entry<T> {
  readonly at: number;
  readonly record: T;
}

/**
 * Records sorted by an instant that changes, for windows and paging. A change adds an entry; an entry whose instant is
 * no longer the record's is skipped. Sorting is deferred until a read.
 */
export class TimeIndex<T> {
  readonly #instantOf: (record: T) => number;
  #entries: Entry<T>[] = [];
  #sorted = true;
  #current = 0;

  constructor(instantOf: (record: T) => number) {
    this.#instantOf = instantOf;
  }

  /** Adds an entry after a record was made or its instant changed. */
  note(record: T, isNew: boolean): void {
    const at = this.#instantOf(record);
    const last = this.#entries.at(-1);
    if (last !== undefined && last.at > at) this.#sorted = false;
    this.#entries.push({ at, record });
    if (isNew) this.#current += 1;
    if (this.#entries.length > 2 * this.#current + 1_000) this.#tidy();
  }

  /** The records whose instant lies in [from, to], earliest first. */
  *within(from: number, to: number): Generator<T> {
    if (!this.#sorted) this.#tidy();
    // A record that changed twice within one instant has two entries there.
    const given = new Set<T>();
    let instant = Number.NaN;
    for (let index = this.#firstAt(from); index < this.#entries.length; index += 1) {
      const entry = this.#entries[index];
      if (entry === undefined || entry.at > to) return;
      if (entry.at !== instant) given.clear();
      instant = entry.at;
      if (entry.at !== this.#instantOf(entry.record) || given.has(entry.record)) continue;
      given.add(entry.record);
      yield entry.record;
    }
  }

  #firstAt(instant: number): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle]?.at ?? 0) < instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #tidy(): void {
    const seen = new Set<T>();
    const kept: Entry<T>[] = [];
    for (const entry of this.#entries) {
      if (entry.at !== this.#instantOf(entry.record) || seen.has(entry.record)) continue;
      seen.add(entry.record);
      kept.push(entry);
    }
    // The sort is stable: records of one instant keep their order of arrival.
    this.#entries = kept.sort((one, other) => one.at - other.at);
    this.#sorted = true;
  }
}
