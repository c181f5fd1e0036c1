import type { Access } from './access.ts';

/** The places where a shop keeps its stock. */
export interface Locations {
  /** Whether the units of several chosen places are one number; otherwise exactly one is chosen. */
  readonly areSummed: boolean;
  list(access: Access): Promise<
    readonly {
      readonly id: string;
      readonly name: string;
      readonly keptBy: 'seller' | 'marketplace';
      readonly isActive: boolean;
    }[]
  >;
}
