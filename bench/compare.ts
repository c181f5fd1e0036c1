/** What one piece of work took, beside its control in the same run. Milliseconds. */
export interface Comparison {
  readonly work: string;
  readonly control: number;
  readonly ours: number;
  /** How many times the control ours may take. */
  readonly atMost: number;
}

type Work = (round: number) => Promise<unknown>;

const WARM_UP = 5;

/** The value below which a share of the measured ones lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function timed(work: Work, round: number): Promise<number> {
  const began = performance.now();
  await work(round);
  return performance.now() - began;
}

/** Runs control and ours alternately for this many rounds, and compares their medians. */
export async function compare(
  work: string,
  atMost: number,
  rounds: number,
  control: Work,
  ours: Work,
): Promise<Comparison> {
  const times = { control: [] as number[], ours: [] as number[] };
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const bare = await timed(control, round + WARM_UP);
    const own = await timed(ours, round + WARM_UP);
    if (round < 0) continue;
    times.control.push(bare);
    times.ours.push(own);
  }
  return { work, atMost, control: percentile(times.control, 0.5), ours: percentile(times.ours, 0.5) };
}

/** Columns of a table as lines of text. */
export function asTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

export function comparisonTable(comparisons: readonly Comparison[]): string {
  return asTable([
    ['one connection, p50', 'control ms', 'ours ms', 'ratio', 'at most', ''],
    ...comparisons.map(({ work, control, ours, atMost }) => [
      work,
      control.toFixed(2),
      ours.toFixed(2),
      `${(ours / control).toFixed(1)}x`,
      `${String(atMost)}x`,
      ours / control <= atMost ? '' : 'MISSED',
    ]),
  ]);
}
