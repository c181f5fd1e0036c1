/** A promise that was broken, told so that a person can follow it. */
export interface Violation {
  readonly promise: 'P1' | 'P2' | 'P3' | 'P4' | 'P5' | 'P6' | 'G1' | 'G2' | 'G3' | 'G7';
  readonly account: string;
}
