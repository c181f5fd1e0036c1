export interface Paying {
  /** Runs a merge after asking for a payment method if the store has none. */
  readonly askPayment: (go: () => void) => void;
}
