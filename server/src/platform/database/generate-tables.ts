import type pg from 'pg';

const typeNames: Readonly<Record<string, string>> = {
  int8: 'number',
  int4: 'number',
  float8: 'number',
  bool: 'boolean',
  text: 'string',
  _text: 'string[]',
  _int8: 'number[]',
  uuid: 'string',
  bytea: 'Buffer',
  _bytea: 'Buffer[]',
  timestamptz: 'Date',
  jsonb: 'Json',
};

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  generated: boolean;
  defaulted: boolean;
}

function columnType(column: Column): string {
  const base = typeNames[column.type];
  if (base === undefined)
    throw new Error(`${column.table}.${column.name} has type ${column.type}, which tables.ts does not know.`);
  const type = column.nullable ? `${base} | null` : base;
  if (column.generated) return `GeneratedAlways<${type}>`;
  return column.defaulted ? `Defaulted<${type}>` : type;
}

/** The text of tables.ts for a database: the types of its columns for Kysely. */
export async function describeTables(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<Column>(`
    select table_name as "table", column_name as name, udt_name as type, is_nullable = 'YES' as nullable,
           is_identity = 'YES' or is_generated = 'ALWAYS' as generated, column_default is not null as defaulted
    from information_schema.columns
    where table_schema = 'public' and table_name <> 'schema_migrations'
    order by table_name, ordinal_position`);
  const tables = new Map<string, Column[]>();
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row]);
  const bodies = [...tables].map(
    ([table, columns]) =>
      `  ${table}: {\n${columns.map((c) => `    ${c.name}: ${columnType(c)};`).join('\n')}\n  };`,
  );
  return [
    '// Generated from the migrations by `npm run tables`; a test holds it to them.',
    "import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely';",
    '',
    'type Json = JSONColumnType<object>;',
    'type Defaulted<T> =',
    '  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;',
    '',
    `export interface Tables {\n${bodies.join('\n')}\n}`,
    '',
  ].join('\n');
}
