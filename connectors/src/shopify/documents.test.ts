import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildClientSchema, buildSchema, parse, validate } from 'graphql';
import type { GraphQLSchema, IntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { version } from './client.ts';
import * as actionDocuments from './action-documents.ts';
import * as documents from './documents.ts';

/** Shopify's own schema: from the development dependency that carries it, else from the folder of vendors' schemas. */
function vendorSchema(): GraphQLSchema | null {
  const carried = carriedSchema();
  if (carried !== null) {
    const text = gunzipSync(readFileSync(carried)).toString();
    const value = JSON.parse(text) as { data?: IntrospectionQuery } & Partial<IntrospectionQuery>;
    const introspection = value.data ?? (value.__schema === undefined ? null : { __schema: value.__schema });
    if (introspection !== null) return buildClientSchema(introspection);
  }
  const folder = process.env['EVENSTOCK_SCHEMAS'];
  if (folder === undefined) return null;
  const file = path.join(folder, 'shopify-schema', `admin-${version}.graphql`);
  return existsSync(file) ? buildSchema(readFileSync(file, 'utf8'), { assumeValidSDL: true }) : null;
}

/** The dependency lets nobody import its files, so its folder is looked for where Node would. */
function carriedSchema(): string | null {
  const folders = createRequire(import.meta.url).resolve.paths('@shopify/dev-mcp') ?? [];
  const files = folders.map((folder) =>
    path.join(folder, '@shopify', 'dev-mcp', 'dist', 'data', `admin_${version}.json.gz`),
  );
  return files.find((file) => existsSync(file)) ?? null;
}

const schema = vendorSchema();

describe('every GraphQL document conforms to Shopify’s schema', () => {
  if (schema === null) {
    it('not run: neither @shopify/dev-mcp nor EVENSTOCK_SCHEMAS has the schema', () => {
      process.stdout.write(
        'not run: Shopify’s schema is not installed (@shopify/dev-mcp or EVENSTOCK_SCHEMAS)\n',
      );
      expect(process.env['EVENSTOCK_REQUIRE_ALL']).not.toBe('1');
    });
    return;
  }

  it.each(Object.entries({ ...documents, ...actionDocuments }))('%s', (_name, document) => {
    expect(validate(schema, parse(document.text)).map((error) => error.message)).toEqual([]);
  });

  it('fails for one that does not', () => {
    const wrong = documents.shopDocument.text.replace('currencyCode', 'currency');
    expect(validate(schema, parse(wrong))).toHaveLength(1);
  });
});
