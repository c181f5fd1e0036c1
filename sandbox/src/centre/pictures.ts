import { hashText } from '../core/random.ts';
import type { SandboxReply } from '../core/simulator.ts';

/** Pairs of background and ink with enough contrast. */
const colours: readonly (readonly [ground: string, ink: string])[] = [
  ['#fde8d7', '#b4532a'], ['#e3f1e6', '#2f7d4f'], ['#e4ecfb', '#3158a8'], ['#fbe6ee', '#ad3568'], ['#efe8fb', '#6b46b8'],
  ['#fdf3cf', '#96700c'], ['#dff2f2', '#1f7a7d'], ['#eee9e2', '#6d5641'], ['#ffe4e0', '#b93b2e'], ['#e6eef2', '#3c6478'],
]; // oxfmt-ignore

/** Simple shapes in a 64 by 64 field; `c` is replaced by the ink. */
const shapes = {
  cup: '<path d="M18 24h24v14a10 10 0 0 1-10 10h-4a10 10 0 0 1-10-10zM42 28h4a5 5 0 0 1 0 10h-4" fill="none" stroke="c" stroke-width="4" stroke-linejoin="round"/><path d="M25 12c-3 3 3 5 0 8M34 12c-3 3 3 5 0 8" fill="none" stroke="c" stroke-width="3" stroke-linecap="round"/>',
  packet:
    '<rect x="20" y="16" width="24" height="34" rx="4" fill="c"/><rect x="24" y="24" width="16" height="14" rx="2" fill="#fff" opacity=".75"/>',
  bag: '<path d="M14 26h36l-4 24H18z" fill="c"/><path d="M24 26c0-14 16-14 16 0" fill="none" stroke="c" stroke-width="4"/>',
  disc: '<circle cx="32" cy="33" r="17" fill="c"/><circle cx="32" cy="33" r="8" fill="#fff" opacity=".7"/>',
  garment: '<path d="M22 14h20l10 8-6 8-4-3v23H22V27l-4 3-6-8z" fill="c"/>',
  jar: '<path d="M26 12h12v8l5 7v20a5 5 0 0 1-5 5H26a5 5 0 0 1-5-5V27l5-7z" fill="c"/><path d="M21 34h22v8H21z" fill="#fff" opacity=".7"/>',
  box: '<path d="M14 22l18-9 18 9v21l-18 9-18-9z" fill="c"/><path d="M14 22l18 9 18-9M32 31v21" fill="none" stroke="#fff" stroke-width="3" opacity=".75"/>',
  spoon: '<path d="M32 9c7 0 10 6 10 12s-4 12-10 12-10-6-10-12 3-12 10-12zM29.5 33h5v22h-5z" fill="c"/>',
  stool: '<path d="M15 16h34v8H15zM19 24h5l-3 30h-5zM40 24h5l3 30h-5zM19 38h26v4H19z" fill="c"/>',
} as const;

/** What a name speaks of, the first that fits; a box holds everything else. */
const speaksOf: readonly (readonly [words: RegExp, shape: keyof typeof shapes])[] = [
  [/spoon|stirrer|chopstick/, 'spoon'],
  [/stool|chair/, 'stool'],
  [/tee\b|shirt|apron|sock\b|cap\b/, 'garment'],
  [/tote|pouch/, 'bag'],
  [/kaya|jam|sauce|milk|sambal|honey|bottle|butter|tiffin|tin\b/, 'jar'],
  [/cup|mug|glass|tumbler|pot\b|kettle|press/, 'cup'],
  [/bags|beans|sugar|dust|biscuit|oat|flour|rolls|tarts|crisps|kwa|pandan|tissue/, 'packet'],
  [/pin\b|plate|coaster|sticker|magnet/, 'disc'],
];

/** Draws the picture of a name: what it speaks of, in a colour of its own, without a request to another host. */
export function picture(name: string): SandboxReply {
  const hash = hashText(name);
  const [ground, ink] = colours[hash % colours.length] ?? ['#eeeeee', '#555555'];
  const found = speaksOf.find(([words]) => words.test(name))?.[1] ?? 'box';
  const shape = shapes[found].replaceAll('"c"', `"${ink}"`);
  const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="512" height="512"><rect width="64" height="64" fill="${ground}"/>${shape}</svg>`;
  return {
    status: 200,
    headers: {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400, immutable',
      'access-control-allow-origin': '*',
    },
    body,
  };
}
