import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { version } from './client.ts';
import * as documents from './documents.ts';
import * as orderDocuments from './order-documents.ts';

/** Shopify's own schema, from the folder of vendors' schemas. Null if it is absent. */
function vendorSchema(): GraphQLSchema | null {
  const folder = process.env['EVENSTOCK_SCHEMAS'];
  if (folder === undefined) return null;
  const file = path.join(folder, 'shopify-schema', `admin-${version}.graphql`);
  return existsSync(file) ? buildSchema(readFileSync(file, 'utf8'), { assumeValidSDL: true }) : null;
}

const schema = vendorSchema();

describe('every GraphQL document conforms to Shopify’s schema', () => {
  if (schema === null) {
    it('not run: EVENSTOCK_SCHEMAS does not have the schema', () => {
      process.stdout.write('not run: Shopify’s schema is not installed (EVENSTOCK_SCHEMAS)\n');
      expect(process.env['EVENSTOCK_REQUIRE_ALL']).not.toBe('1');
    });
    return;
  }

  it.each(Object.entries({ ...documents, ...orderDocuments }))('%s', (_name, document) => {
    expect(validate(schema, parse(document.text)).map((error) => error.message)).toEqual([]);
  });

  it('fails for one that does not', () => {
    const wrong = documents.shopDocument.text.replace('currencyCode', 'currency');
    expect(validate(schema, parse(wrong))).toHaveLength(1);
  });
});
