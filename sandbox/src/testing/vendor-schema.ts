import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type GraphQLSchema } from 'graphql';

/** Shopify's schema of the Admin API 2026-10, from the folder that EVENSTOCK_SCHEMAS names. Null if it is absent. */
export function vendorSchema(): GraphQLSchema | null {
  const folder = process.env['EVENSTOCK_SCHEMAS'];
  const file = folder === undefined ? '' : join(folder, 'shopify-schema/admin-2026-10.graphql');
  return existsSync(file) ? buildSchema(readFileSync(file, 'utf8')) : null;
}
