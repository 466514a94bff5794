import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaLibSql } from '@prisma/adapter-libsql';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import * as engine from '@prisma/schema-engine-wasm/schema_engine_bg';

/** The blog's datamodel, found both from this file and from its compiled form. */
const DATAMODEL = new URL('../prisma/schema.prisma', import.meta.url);

/**
 * Creates the blog's tables in an empty SQLite database.
 *
 * @param url the location of the database, such as `file:blog.db`
 * @throws if the database cannot be opened or already has the tables
 */
export async function createTables(url: string): Promise<void> {
  await createTablesOf(await readFile(DATAMODEL, 'utf8'), new PrismaLibSql({ url }));
}

/**
 * Creates the tables of a datamodel in an empty database. `prisma db push` would also do that, but would first download
 * an engine; this engine comes with the npm packages. It supports SQLite and PostgreSQL, but not MySQL.
 *
 * @param datamodel the text of a schema.prisma with the same provider as the adapter
 * @param factory a driver adapter for the database and a schema in it
 */
export async function createTablesOf(
  datamodel: string,
  factory: SqlMigrationAwareDriverAdapterFactory,
): Promise<void> {
  const sql = await sqlOf(datamodel, factory);
  const adapter = await factory.connect();
  try {
    await adapter.executeScript(sql);
  } finally {
    await adapter.dispose();
  }
}

/**
 * The SQL that creates the tables of a datamodel in an empty database, as `prisma migrate diff` prints it.
 *
 * @param datamodel the text of a schema.prisma with the same provider as the adapter
 * @param factory a driver adapter for any database of that kind
 */
// The engine's `schemaPush` would be shorter, but fails to read PostgreSQL's catalog through the adapter.
export async function sqlOf(
  datamodel: string,
  factory: SqlMigrationAwareDriverAdapterFactory,
): Promise<string> {
  await (loading ??= loadEngine());
  const connections: SqlDriverAdapter[] = [];
  const schemaEngine = await engine.SchemaEngine.new(
    { datamodels: [['schema.prisma', datamodel]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(remembering(connections, factory)),
  );
  try {
    const { stdout } = await schemaEngine.diff({
      from: { tag: 'empty' },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: datamodel }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return stdout ?? '';
  } finally {
    schemaEngine.free();
    await Promise.all(connections.map((connection) => connection.dispose()));
  }
}

/**
 * The engine leaves its connections open, which would keep the process alive. This records them so that they can be
 * closed.
 */
function remembering(
  connections: SqlDriverAdapter[],
  factory: SqlMigrationAwareDriverAdapterFactory,
): SqlMigrationAwareDriverAdapterFactory {
  const remember = async (connecting: Promise<SqlDriverAdapter>): Promise<SqlDriverAdapter> => {
    const connection = await connecting;
    connections.push(connection);
    return connection;
  };
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: () => remember(factory.connect()),
    connectToShadowDb: () => remember(factory.connectToShadowDb()),
  };
}

/** The part of the global that @types/node leaves to the DOM's types. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, Record<string, unknown>>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

let loading: Promise<void> | undefined;

/** The package's own entry imports a .wasm file, which Node does not support by default, so this instantiates it. */
async function loadEngine(): Promise<void> {
  const glue = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(join(dirname(glue), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': { ...engine } });
  engine.__wbg_set_wasm(instance.exports);
  const start = instance.exports['__wbindgen_start'];
  if (typeof start === 'function') start();
}
