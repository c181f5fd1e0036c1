import type { SandboxRequest } from '../core/simulator.ts';

/** What a call says, in whichever of the calling forms it came (qoo10.md 1.2). */
export interface SentCall {
  /** `ItemsLookup.GetAllGoodsInfo`; empty where the path is none of the service's. */
  readonly method: string;
  /** Query and form together, by name in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
  /** The certification key, or for CreateCertificationKey the API key. */
  readonly key: string;
  /** `1.0` unless said. */
  readonly version: string;
  readonly format: 'json' | 'xml';
  /** How the gateway writes its refusals: `ErrorCode` in Singapore, `ResultCode` in Japan (qoo10.md 2). */
  readonly gateway: 'sg' | 'jp';
}

const servicePath =
  /^\/GMKT\.INC\.Front\.QAPIService\/(?<entry>[A-Za-z]+)\.qapi(?:\/(?<name>[A-Za-z0-9_.]*))?$/;

/** Reads a call: by query, by path, or by class path; parameters in the query or in a form (qoo10.md 1.2). */
export function readSentCall(request: SandboxRequest): SentCall {
  const parameters = new Map<string, string>();
  for (const [name, value] of request.url.searchParams) parameters.set(name.toLowerCase(), value);
  for (const [name, value] of formFields(request)) parameters.set(name.toLowerCase(), value);
  const { entry = '', name = '' } = servicePath.exec(request.url.pathname)?.groups ?? {};
  const isEntry = entry === 'Giosis' || entry === 'ebayjapan';
  return {
    method: entry === '' ? '' : methodNamed(isEntry, entry, name, parameters),
    parameters,
    key: request.headers['giosiscertificationkey'] ?? parameters.get('key') ?? '',
    version: request.headers['qapiversion'] ?? parameters.get('v') ?? '1.0',
    format: (parameters.get('returntype') ?? 'json').includes('xml') ? 'xml' : 'json',
    gateway: entry === 'Giosis' ? 'sg' : 'jp',
  };
}

function methodNamed(
  isEntry: boolean,
  entry: string,
  name: string,
  parameters: ReadonlyMap<string, string>,
): string {
  if (!isEntry) return `${entry}.${name}`;
  return name === '' ? (parameters.get('method') ?? '') : name;
}

function formFields(request: SandboxRequest): Iterable<[string, string]> {
  if (request.method !== 'POST' || request.body.length === 0) return [];
  const type = request.headers['content-type'] ?? 'application/x-www-form-urlencoded';
  if (!type.includes('application/x-www-form-urlencoded')) return [];
  return new URLSearchParams(Buffer.from(request.body).toString('utf8'));
}
