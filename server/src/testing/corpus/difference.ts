import { z } from 'zod';

export type Json = z.infer<ReturnType<typeof z.json>>;

/** These differ with the moment of a read. */
const ofTheRead: ReadonlySet<string> = new Set(['interval', 'updatedAt', 'readBegan', 'dedupeKey']);

/** A value as JSON, without what differs with the moment of a read. */
export const jsonOf = (value: unknown): Json =>
  z
    .json()
    .parse(
      JSON.parse(
        JSON.stringify(value ?? null, (name, each: unknown) => (ofTheRead.has(name) ? undefined : each)),
      ),
    );

/** What differs, by its path with dots. Lists of other lengths differ as a whole. */
export function differences(one: Json, other: Json, at = ''): [path: string, value: Json][] {
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  const [before, now] = [membersOf(one), membersOf(other)];
  const areAlike = Array.isArray(one) === Array.isArray(other);
  if (before === null || now === null || !areAlike) return [[at.slice(1), other]];
  if (Array.isArray(one) && Object.keys(before).length !== Object.keys(now).length)
    return [[at.slice(1), other]];
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((name) =>
    differences(before[name] ?? null, now[name] ?? null, `${at}.${name}`),
  );
}

const members = z.record(z.string(), z.json());

function membersOf(value: Json): Readonly<Record<string, Json>> | null {
  if (typeof value !== 'object' || value === null) return null;
  return Array.isArray(value) ? Object.fromEntries(value.entries()) : members.parse(value);
}
