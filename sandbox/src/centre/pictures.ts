import { hashText } from '../core/random.ts';
import type { SandboxReply } from '../core/simulator.ts';

/** Pairs of background and ink with enough contrast. */
const colours: readonly (readonly [ground: string, ink: string])[] = [
  ['#fde8d7', '#b4532a'], ['#e3f1e6', '#2f7d4f'], ['#e4ecfb', '#3158a8'], ['#fbe6ee', '#ad3568'], ['#efe8fb', '#6b46b8'],
  ['#fdf3cf', '#96700c'], ['#dff2f2', '#1f7a7d'], ['#eee9e2', '#6d5641'], ['#ffe4e0', '#b93b2e'], ['#e6eef2', '#3c6478'],
]; // prettier-ignore

/** Simple shapes in a 64 by 64 field; `c` is replaced by the ink. */
const shapes: readonly string[] = [
  '<path d="M18 24h24v14a10 10 0 0 1-10 10h-4a10 10 0 0 1-10-10zM42 28h4a5 5 0 0 1 0 10h-4" fill="none" stroke="c" stroke-width="4" stroke-linejoin="round"/><path d="M25 12c-3 3 3 5 0 8M34 12c-3 3 3 5 0 8" fill="none" stroke="c" stroke-width="3" stroke-linecap="round"/>',
  '<rect x="20" y="16" width="24" height="34" rx="4" fill="c"/><rect x="24" y="24" width="16" height="14" rx="2" fill="#fff" opacity=".75"/>',
  '<path d="M14 26h36l-4 24H18z" fill="c"/><path d="M24 26c0-14 16-14 16 0" fill="none" stroke="c" stroke-width="4"/>',
  '<circle cx="32" cy="33" r="17" fill="c"/><circle cx="32" cy="33" r="8" fill="#fff" opacity=".7"/>',
  '<path d="M22 14h20l10 8-6 8-4-3v23H22V27l-4 3-6-8z" fill="c"/>',
  '<path d="M26 12h12v8l5 7v20a5 5 0 0 1-5 5H26a5 5 0 0 1-5-5V27l5-7z" fill="c"/><path d="M21 34h22v8H21z" fill="#fff" opacity=".7"/>',
  '<path d="M14 22l18-9 18 9v21l-18 9-18-9z" fill="c"/><path d="M14 22l18 9 18-9M32 31v21" fill="none" stroke="#fff" stroke-width="3" opacity=".75"/>',
  '<path d="M32 50C10 36 16 16 27 18c3 .6 5 4 5 4s2-3.400 5-4c11-2 17 18-5 32z" fill="c"/>',
];

/** Draws the picture of a name: the same each time, without a request to another host. */
export function picture(name: string): SandboxReply {
  const hash = hashText(name);
  const [ground, ink] = colours[hash % colours.length] ?? ['#eeeeee', '#555555'];
  const shape = (shapes[Math.floor(hash / colours.length) % shapes.length] ?? '').replaceAll(
    '"c"',
    `"${ink}"`,
  );
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
