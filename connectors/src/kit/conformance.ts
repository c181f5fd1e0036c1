import { cancelling } from './behaviours/cancelling.ts';
import { connecting } from './behaviours/connecting.ts';
import { editing } from './behaviours/editing.ts';
import { failing } from './behaviours/failing.ts';
import { fulfilling } from './behaviours/fulfilling.ts';
import { keeping } from './behaviours/keeping.ts';
import { lying } from './behaviours/lying.ts';
import { listing } from './behaviours/listing.ts';
import { ordering } from './behaviours/ordering.ts';
import { placing } from './behaviours/placing.ts';
import { returning } from './behaviours/returning.ts';
import { splitting } from './behaviours/splitting.ts';
import { stocking } from './behaviours/stocking.ts';
import { notifying } from './behaviours/notifying.ts';
import type { Behaviour, World } from './behaviours/world.ts';

/**
 * One suite for every channel: the behaviours of a connector. It knows no channel and no simulator.
 */
export const behaviours: readonly Behaviour[] = [
  ...connecting,
  ...listing,
  ...stocking,
  ...ordering,
  ...keeping,
  ...placing,
  ...failing,
  ...lying,
  ...fulfilling,
  ...cancelling,
  ...splitting,
  ...returning,
  ...editing,
  ...notifying,
];

/** `asked` false: the channel has no such capability. */
export type Verdict = { readonly behaviour: string } & (
  | { readonly passed: true; readonly asked: boolean }
  | { readonly passed: false; readonly why: string }
);

/** Runs every behaviour in a world of its own and reports all, so that one failure does not hide the others. */
export async function conform(
  makeWorld: () => Promise<World>,
  chosen: readonly Behaviour[] = behaviours,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { name, where, check } of chosen) {
    try {
      const world = await makeWorld();
      const asked = where === undefined || where(world);
      if (asked) await check(world);
      verdicts.push({ behaviour: name, passed: true, asked });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      verdicts.push({ behaviour: name, passed: false, why });
    }
  }
  return verdicts;
}
