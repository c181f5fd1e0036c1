import { differencesOf, type Difference } from './shape.rules.ts';
import type { ReadShop } from './read-shop.ts';

/** What a comparison found, call by call. It holds paths, types and values of enumerations, and nothing that a shop has. */
export interface Comparison {
  readonly calls: readonly { readonly call: string; readonly differences: readonly Difference[] }[];
  /** Calls that one side alone answered. */
  readonly onlyReal: readonly string[];
  readonly onlySimulator: readonly string[];
  readonly failedAtReal: readonly string[];
  readonly failedAtSimulator: readonly string[];
}

export function compareShops(real: ReadShop, simulator: ReadShop): Comparison {
  const [here, there] = [real.shapes, simulator.shapes];
  const both = [...here.keys()].filter((call) => there.has(call)).toSorted();
  return {
    calls: both.map((call) => ({
      call,
      differences: differencesOf(here.get(call) ?? new Map(), there.get(call) ?? new Map()),
    })),
    onlyReal: [...here.keys()].filter((call) => !there.has(call)).toSorted(),
    onlySimulator: [...there.keys()].filter((call) => !here.has(call)).toSorted(),
    failedAtReal: real.failed,
    failedAtSimulator: simulator.failed,
  };
}

export const countOf = ({ calls }: Comparison): number =>
  calls.reduce((sum, { differences }) => sum + differences.length, 0);

/** The comparison as lines to read. */
export function linesOf(comparison: Comparison): string[] {
  const { calls, onlyReal, onlySimulator, failedAtReal, failedAtSimulator } = comparison;
  return [
    ...calls.flatMap(({ call, differences }) => [
      `${call}: ${String(differences.length)} differences`,
      ...differences.map(
        ({ path, real, simulator }) =>
          `  ${path}: real ${real ?? 'nothing'}; simulator ${simulator ?? 'nothing'}`,
      ),
    ]),
    ...onlyReal.map((call) => `${call}: the real one alone answered it`),
    ...onlySimulator.map((call) => `${call}: the simulator alone answered it`),
    ...failedAtReal.map((what) => `the real one did not answer: ${what}`),
    ...failedAtSimulator.map((what) => `the simulator did not answer: ${what}`),
  ];
}
