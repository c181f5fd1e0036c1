import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildClientSchema, buildSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql';

/**
 * The vendor's schema of the Admin API 2026-10, from the development dependency that carries it, else from the
 * folder that EVENSTOCK_SCHEMAS names. Null if both are absent.
 */
export function vendorSchema(): GraphQLSchema | null {
  const packed = fromDependency();
  if (packed !== null) return buildClientSchema(packed);
  const folder = process.env['EVENSTOCK_SCHEMAS'];
  const file = folder === undefined ? '' : join(folder, 'shopify-schema/admin-2026-10.graphql');
  return existsSync(file) ? buildSchema(readFileSync(file, 'utf8')) : null;
}

function fromDependency(): IntrospectionQuery | null {
  // The package exports none of its data, so its folder is searched for in the module paths.
  const folders = createRequire(import.meta.url).resolve.paths('@shopify/dev-mcp') ?? [];
  const file = folders
    .map((folder) => join(folder, '@shopify/dev-mcp/dist/data/admin_2026-10.json.gz'))
    .find(existsSync);
  if (file === undefined) return null;
  const read: unknown = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'));
  return hasData(read) ? read.data : null;
}

function hasData(read: unknown): read is { data: IntrospectionQuery } {
  return (
    typeof read === 'object' &&
    read !== null &&
    'data' in read &&
    typeof read.data === 'object' &&
    read.data !== null &&
    '__schema' in read.data
  );
}
