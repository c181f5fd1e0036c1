import { z } from 'zod';
import type { Token } from '../../core/grants.ts';
import { Failure } from './reply.ts';
import type { SpCall } from './sp-call.ts';
import { accessLife, newSecret } from './tokens.ts';

const restrictedResource = z.object({
  method: z.enum(['GET', 'PUT', 'POST', 'DELETE']),
  path: z.string().startsWith('/'),
  dataElements: z.array(z.enum(['buyerInfo', 'shippingAddress', 'buyerTaxInformation'])).optional(),
});
const restrictedResources = z.array(restrictedResource);
const request = z.object({
  targetApplication: z.string().optional(),
  restrictedResources: restrictedResources.min(1).max(50),
});

/** `POST /tokens/2021-03-01/restrictedDataToken`: a token for personal data of the paths that it names (amazon-sg.md 1.3). */
export function createRestrictedDataToken(call: SpCall): object {
  const asked = call.body(request);
  const invalid = asked.restrictedResources.find(({ path }) => !restrictable.some((form) => form.test(path)));
  if (invalid !== undefined)
    throw new Failure(400, 'InvalidRequest', 'Request is missing or has invalid parameters', `${invalid.path} is not a restricted resource.`); // oxfmt-ignore
  const { core, shop } = call;
  const secret = newSecret(core, shop.id, shop.nextNumber('secret'), 48);
  const { token } = core.grants.addToken(
    {
      token: `Atz.sprdt|${secret}`,
      kind: 'access',
      channel: 'amazon-sg',
      shop: shop.id,
      extra: { restricted: JSON.stringify(asked.restrictedResources) },
    },
    accessLife,
  );
  return { restrictedDataToken: token, expiresIn: accessLife };
}

/** Paths whose answers hold personal data, literally or with the model's braces. */
const restrictable: readonly RegExp[] = [
  /^\/orders\/v0\/orders(\/[^/]+(\/(address|buyerInfo|orderItems|orderItems\/buyerInfo|regulatedInfo))?)?$/,
  /^\/mfn\/v0\/shipments(\/[^/]+)?$/,
  /^\/reports\/2021-06-30\/documents\/[^/]+$/,
];

/** What a call asks to be let in to. */
export interface Entrance {
  readonly method: string;
  readonly pathname: string;
  /** The model's form of the path, with its braces. */
  readonly form: string;
  readonly isRestricted: boolean;
}

/** Restricted calls need a restricted token that names them; such a token is good for nothing else. */
export function mayEnter(token: Token, entrance: Entrance): boolean {
  const restricted = token.extra['restricted'];
  if (restricted === undefined) return !entrance.isRestricted;
  const resources = restrictedResources.parse(JSON.parse(restricted));
  return resources.some(
    ({ method, path }) =>
      method === entrance.method &&
      (path === entrance.pathname || withoutNames(path) === withoutNames(entrance.form)),
  );
}

/** Which personal data a token was made for, of any path. */
export function dataElementsOf(token: Token): ReadonlySet<string> {
  const restricted = token.extra['restricted'];
  if (restricted === undefined) return new Set();
  const resources = restrictedResources.parse(JSON.parse(restricted));
  return new Set(resources.flatMap(({ dataElements }) => dataElements ?? []));
}

function withoutNames(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}
