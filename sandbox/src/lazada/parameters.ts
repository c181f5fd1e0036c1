import type { SandboxRequest } from '../core/simulator.ts';

/** What a call says, wherever its parameters travelled (lazada.md 1.5). */
export interface SentCall {
  /** The path that is signed: without host and `/rest`. */
  readonly path: string;
  /** Query and body together. */
  readonly parameters: ReadonlyMap<string, string>;
  /** A body that is neither a form nor JSON; it is signed at the end of the text. */
  readonly rawBody: string;
}

/** Reads a call as any of the vendor's clients sends it: query, form, multipart or JSON. */
export function readSentCall(request: SandboxRequest): SentCall {
  const parameters = new Map<string, string>(request.url.searchParams);
  const path = request.url.pathname.replace(/^\/rest/, '');
  const body = Buffer.from(request.body).toString('utf8');
  if (body === '') return { path, parameters, rawBody: '' };
  const type = request.headers['content-type'] ?? 'application/x-www-form-urlencoded';
  if (type.includes('application/x-www-form-urlencoded')) {
    for (const [name, value] of new URLSearchParams(body)) parameters.set(name, value);
  } else if (type.includes('multipart/form-data')) {
    for (const [name, value] of multipartFields(body, type)) parameters.set(name, value);
  } else if (type.includes('json')) {
    const fields = jsonFields(body);
    if (fields === null) return { path, parameters, rawBody: body };
    for (const [name, value] of fields) parameters.set(name, value);
  } else return { path, parameters, rawBody: body };
  return { path, parameters, rawBody: '' };
}

/** Members of a JSON object as parameters: text as it is, everything else as its JSON, which is what clients sign. */
function jsonFields(body: string): [string, string][] | null {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.entries(value).map(([name, member]) => [
    name,
    typeof member === 'string' ? member : JSON.stringify(member),
  ]);
}

/** The plain fields of a multipart form; files are not signed and not parameters. */
function multipartFields(body: string, type: string): [string, string][] {
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary === undefined) return [];
  return body.split(`--${boundary}`).flatMap((part): [string, string][] => {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const name = /name="([^"]*)"/.exec(head)?.[1];
    if (name === undefined || /filename=/.test(head)) return [];
    return [[name, rest.join('\r\n\r\n').replace(/\r\n$/, '')]];
  });
}
