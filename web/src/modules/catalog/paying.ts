export interface Paying {
  /** Runs what merges once the store can pay for it. */
  readonly askPayment: (go: () => void) => void;
}
