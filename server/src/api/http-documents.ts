import type { Endpoint } from '@evenstock/contract/api/endpoint';
import { fieldErrors, plainError } from '@evenstock/contract/api/fields';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { escapeHtml } from '../platform/text/html.ts';
import { sendPage } from './http-page.ts';

type Schema = Record<string, unknown>;

/**
 * Serves the description of the API: `/api/openapi.json` for programs, `/api/docs` for people. Each is made when it is first asked for,
 * since that takes as long as the rest of a start.
 */
export function addDocuments(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const document = once(() => describeApi(endpoints));
  const page = once(() => readablePage(endpoints));
  app.get('/api/openapi', () => document());
  app.get('/api/docs', (_request, reply) => sendPage(reply, 'The API of Evenstock', page()));
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** The OpenAPI 3.1 document of the endpoints. */
export function describeApi(endpoints: readonly Endpoint[]): Schema {
  const paths: Record<string, Schema> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = describeOperation(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Evenstock',
      version: '1',
      description: 'Times are ISO 8601 in UTC; money is in the major unit.',
    },
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authentication-Token' } },
    },
    paths,
  };
}

function describeOperation(endpoint: Endpoint): Schema {
  const body = shape(endpoint.body, 'input');
  const hasBody = endpoint.method !== 'GET' && Object.keys(properties(body)).length > 0;
  const isStream = endpoint.kind === 'events';
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: `Needs: ${endpoint.permission}.`,
    security: endpoint.permission === 'public' ? [] : [{ token: [] }],
    parameters: [...pathParameters(endpoint), ...queryParameters(endpoint)],
    ...(hasBody
      ? {
          requestBody: {
            required: true,
            content: {
              [endpoint.takes === 'form' ? 'multipart/form-data' : 'application/json']: { schema: body },
            },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Done',
        content: {
          [isStream ? 'text/event-stream' : 'application/json']: { schema: shape(endpoint.reply, 'output') },
        },
      },
      ...(endpoint.permission === 'public' ? {} : { 401: failure('Not signed in', plainError) }),
      ...(endpoint.path.includes(':') ? { 404: failure('Not there, or not yours', plainError) } : {}),
      422: failure('The input cannot be used; a text for each field', fieldErrors),
    },
  };
}

function failure(description: string, schema: z.ZodType): Schema {
  return { description, content: { 'application/json': { schema: shape(schema, 'output') } } };
}

function shape(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest;
}

function properties(schema: Schema): Record<string, Schema> {
  const members = schema['properties'];
  if (typeof members !== 'object' || members === null) return {};
  return Object.fromEntries(Object.entries(members));
}

function pathParameters(endpoint: Endpoint): Schema[] {
  const known = properties(shape(endpoint.params, 'input'));
  return [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: known[name] ?? { type: 'string' },
  }));
}

/** `q` is sent with brackets: `q[name_cont]=…`. */
function queryParameters(endpoint: Endpoint): Schema[] {
  return Object.entries(properties(shape(endpoint.query, 'input'))).flatMap(([name, schema]): Schema[] =>
    name === 'q'
      ? Object.entries(properties(schema)).map(([field, inner]) => ({
          name: `q[${field}]`,
          in: 'query',
          schema: inner,
        }))
      : [{ name, in: 'query', schema }],
  );
}

function readablePage(endpoints: readonly Endpoint[]): string {
  const rows = endpoints.map((endpoint) => {
    const operation = JSON.stringify(describeOperation(endpoint), null, 2);
    return (
      `<tr><td><code>${endpoint.method}</code><td><details><summary><code>${escapeHtml(endpoint.path)}</code></summary>` +
      `<pre>${escapeHtml(operation)}</pre></details><td>${escapeHtml(endpoint.summary)}<td><code>${endpoint.permission}</code>`
    );
  });
  return (
    '<h1>The API of Evenstock</h1><p>Sign in with <code>POST /api/sessions.json</code> and send the token in the header ' +
    '<code>Authentication-Token</code>. For programs: <a href="/api/openapi.json">/api/openapi.json</a>.' +
    `<table><thead><tr><th>Method<th>Path<th>What it does<th>Needs<tbody>${rows.join('')}</table>`
  );
}
