import type { DatabaseName } from '../../support/probe.js'
import { PROVIDERS } from './datamodels.js'
import type { NamedDrift } from './repairs.js'

/**
 * A datamodel with a view, an enum that two columns use, and a foreign key without an action on update. On the servers,
 * it has times without fractions of a second; on PostgreSQL, lists, and indexes of all types.
 */
export function harbourFor(database: DatabaseName): string {
  const isPostgres = database === 'postgresql'
  const inPostgres = (text: string): string => (isPostgres ? text : '')
  const onServer = (text: string): string => (database === 'sqlite' ? '' : text)
  return `generator client {
  provider        = "prisma-client"
  output          = "../src/prisma"
  previewFeatures = ["views"]
}

datasource db {
  provider = "${PROVIDERS[database]}"
}

enum Level {
  junior
  senior
  chief  @map("the chief")
}

model Port {
  id       Int      @id @default(autoincrement())
  code     String   ${onServer('@db.VarChar(5)')}
  name     String
  note     String?
  count    Int      @default(0)
  rank     Int
  berth    Int
  level    Level    @default(junior)
  least    Level    @default(chief)
  opensAt  DateTime ${onServer(`@db.${isPostgres ? 'Timestamp' : 'DateTime'}(0)`)}
  shutAt   DateTime ${onServer('@db.Time(0)')}
  ${onServer('data     Json     @default("{\\"a\\": [1, \\"b\\"]}")')}
  ${inPostgres(`savedAt  DateTime @db.Timestamp(6)
  numbers  Int[]    @default([1, 2])
  names    String[] @default(["a,b", "it's", "\\"q\\" \\\\ "])
  sums     Decimal[] @default([1.50, 2])
  levels   Level[]  @default([junior, chief])
  empty    String[] @default([])
  shapes   Json[]   @default(["{\\"a\\":1}"])`)}
  madeAt   DateTime @default(now())
  ships    Ship[]

  @@index([code])
  ${inPostgres(`@@index([note], type: Hash)
  @@index([data], type: Gin)
  @@index([data(ops: JsonbPathOps)], type: Gin, map: "Port_paths")
  @@index([numbers(ops: ArrayOps)], type: Gin)
  @@index([id, berth(ops: Int4MinMaxMultiOps)], type: Brin)
  @@index([name(ops: raw("text_pattern_ops"))], map: "Port_starts")
  @@index([name(ops: TextOps)], type: SpGist, map: "Port_texts")`)}
}

model Ship {
  id     Int    @id @default(autoincrement())
  name   String
  portId Int
  port   Port   @relation(fields: [portId], references: [id], onDelete: Cascade, onUpdate: NoAction)

  @@index([portId])
  @@index([name])
}

${inPostgres(OPERATORS)}

view PortView {
  id   Int    @unique
  code String
}
`
}

/** Prisma's names of operators, each of which PostgreSQL writes in another way. */
const OPERATORS = `model Buoy {
  id      Int      @id
  bits    String   @db.Bit(4)
  varbits String   @db.VarBit(4)
  ip      String   @db.Inet
  zoned   DateTime @db.Timestamptz
  hour    DateTime @db.Timetz
  key     String   @db.Uuid
  fixed   String   @db.Char(3)
  speed   Float    @db.Real

  @@index([bits(ops: BitMinMaxOps), varbits(ops: VarBitMinMaxOps)], type: Brin, map: "Buoy_1")
  @@index([zoned(ops: TimestampTzMinMaxMultiOps), hour(ops: TimeTzBloomOps)], type: Brin, map: "Buoy_2")
  @@index([key(ops: UuidBloomOps), fixed(ops: BpcharMinMaxOps), speed(ops: Float4MinMaxMultiOps)], type: Brin, map: "Buoy_3")
  @@index([ip(ops: InetInclusionOps)], type: Brin, map: "Buoy_4")
  @@index([ip(ops: InetOps)], type: Gist, map: "Buoy_5")
}`

/** The view, which Prisma's migrations lack. */
export const HARBOUR_VIEW = 'CREATE VIEW "PortView" AS SELECT "id", "code" FROM "Port";'

const SERVERS = ['postgresql', 'mariadb'] as const
const ALL = ['postgresql', 'mariadb', 'sqlite'] as const

/** Changes to a harbour's database. */
export const HARBOUR_DRIFTS: readonly NamedDrift[] = [
  {
    name: 'times with fractions of a second',
    on: SERVERS,
    sql: 'ALTER TABLE "Port" DROP COLUMN "opensAt", DROP COLUMN "shutAt"',
    found: ['JG902 The column Port.opensAt does not exist', 'JG902 The column Port.shutAt does not exist'],
  },
  {
    name: 'an enum with another name',
    on: ['postgresql'],
    sql: 'ALTER TYPE "Level" RENAME TO level',
    found: [
      'JG903 Port.level has the type level instead of "Level"',
      'JG903 Port.least has the type level instead of "Level"',
      'JG903 Port.levels has the type level[] instead of "Level"[]',
    ],
  },
  {
    name: 'an enum in another schema',
    on: ['postgresql'],
    sql: 'CREATE SCHEMA other; ALTER TYPE "Level" SET SCHEMA other',
    found: [
      'JG903 Port.level has the type other."Level" instead of "Level"',
      'JG903 Port.least has the type other."Level" instead of "Level"',
      'JG903 Port.levels has the type other."Level"[] instead of "Level"[]',
    ],
  },
  {
    name: 'a table without an enum that exists only in another schema',
    on: ['postgresql'],
    sql: 'DROP TABLE "Port" CASCADE; DROP TYPE "Level"; CREATE SCHEMA other; CREATE TYPE other."Level" AS ENUM (\'x\')',
    found: [
      'JG901 The table Port does not exist',
      'JG901 The view PortView does not exist',
      'JG909 Ship has no foreign key from portId to Port',
    ],
    left: ['JG901 The view PortView does not exist'],
  },
  {
    name: 'an enum through a domain',
    on: ['postgresql'],
    sql: 'CREATE DOMAIN rank AS "Level"; ALTER TABLE "Port" ALTER "least" DROP DEFAULT, ALTER "least" TYPE rank, ALTER "least" SET DEFAULT \'the chief\'',
    found: [],
  },
  {
    name: 'an enum that lacks a value which several columns use',
    on: ['postgresql'],
    sql: `ALTER TABLE "Port" DROP COLUMN "level", DROP COLUMN "least", DROP COLUMN "levels"; DROP TYPE "Level"; CREATE TYPE "Level" AS ENUM ('junior');
      ALTER TABLE "Port" ADD "level" "Level" NOT NULL DEFAULT 'junior', ADD "least" "Level" NOT NULL, ADD "levels" "Level"[] DEFAULT '{junior,junior}'`,
    found: [
      'JG907 The enum of Port.level lacks senior and the chief',
      'JG907 The enum of Port.least lacks senior and the chief',
      'JG906 Port.least has no default instead of "the chief"',
      'JG907 The enum of Port.levels lacks senior and the chief',
      'JG906 Port.levels has the default ["junior","junior"] instead of ["junior","the chief"]',
    ],
  },
  {
    name: 'indexes of another type',
    on: ['postgresql'],
    sql: 'DROP INDEX "Port_note_idx"; CREATE INDEX "Port_note_idx" ON "Port" ("note"); DROP INDEX "Port_data_idx"; DROP INDEX "Port_numbers_idx"; DROP INDEX "Port_id_berth_idx"; CREATE INDEX "Port_id_berth_idx" ON "Port" ("id", "berth"); DROP INDEX "Port_starts"; DROP INDEX "Port_texts"',
    found: [
      'JG913 Port has a btree index on note instead of a hash index',
      'JG913 Port has no gin index on data',
      'JG913 Port has no gin index on numbers array_ops',
      'JG913 Port has a btree index on id, berth int4_minmax_multi_ops instead of a brin index',
      'JG913 Port has no index on name text_pattern_ops',
      'JG913 Port has no spgist index on name text_ops',
    ],
    fixes: [
      'DROP INDEX "Port_note_idx";\nCREATE INDEX "Port_note_idx" ON "Port" USING hash ("note");',
      'CREATE INDEX "Port_data_idx" ON "Port" USING gin ("data");',
      'CREATE INDEX "Port_numbers_idx" ON "Port" USING gin ("numbers" array_ops);',
      'DROP INDEX "Port_id_berth_idx";\nCREATE INDEX "Port_id_berth_idx" ON "Port" USING brin ("id", "berth" int4_minmax_multi_ops);',
      'CREATE INDEX "Port_starts" ON "Port" ("name" text_pattern_ops);',
      'CREATE INDEX "Port_texts" ON "Port" USING spgist ("name" text_ops);',
    ],
  },
  {
    name: 'indexes with other operators',
    on: ['postgresql'],
    sql: 'DROP INDEX "Port_paths"; DROP INDEX "Port_starts"; CREATE INDEX "mine" ON "Port" ("name")',
    found: [
      'JG913 Port has no gin index on data jsonb_path_ops',
      'JG913 Port has no index on name text_pattern_ops',
    ],
  },
  {
    name: 'a foreign key without an action on update',
    on: ['postgresql'],
    sql: 'ALTER TABLE "Ship" DROP CONSTRAINT "Ship_portId_fkey"',
    found: ['JG909 Ship has no foreign key from portId to Port'],
    fixes: [
      'ALTER TABLE "Ship" ADD CONSTRAINT "Ship_portId_fkey" FOREIGN KEY ("portId") REFERENCES "Port" ("id") ON DELETE CASCADE ON UPDATE NO ACTION;',
    ],
  },
  {
    name: 'a foreign key without an action on update, in a table whose engine ignores it',
    on: ['mariadb'],
    sql: 'ALTER TABLE "Ship" DROP CONSTRAINT "Ship_portId_fkey"; ALTER TABLE "Ship" ENGINE = Aria',
    found: [
      'JG909 Ship has no foreign key from portId to Port',
      'JG914 The engine of Ship, Aria, has no transactions',
    ],
    fixes: [
      'ALTER TABLE `Ship` ENGINE = InnoDB;\nALTER TABLE `Ship` ADD CONSTRAINT `Ship_portId_fkey` FOREIGN KEY (`portId`) REFERENCES `Port` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION;',
      'ALTER TABLE `Ship` ENGINE = InnoDB;',
    ],
  },
  {
    name: 'a view that lacks a column',
    on: ['sqlite'],
    sql: 'DROP VIEW "PortView"; CREATE VIEW "PortView" AS SELECT "id" FROM "Port"',
    found: ['JG902 The column PortView.code does not exist'],
    fixes: [
      'Replace the view PortView with one that has the column code, of the type TEXT. Write this SQL yourself.',
    ],
    left: ['JG902 The column PortView.code does not exist'],
  },
  {
    name: 'a view that lacks a column',
    on: SERVERS,
    sql: 'DROP VIEW "PortView"; CREATE VIEW "PortView" AS SELECT "id" FROM "Port"',
    found: ['JG902 The column PortView.code does not exist'],
    left: ['JG902 The column PortView.code does not exist'],
  },
  {
    name: 'a view with a column of another type',
    on: ['sqlite'],
    sql: 'DROP VIEW "PortView"; CREATE VIEW "PortView" AS SELECT "id", "count" AS "code" FROM "Port"',
    found: ['JG903 PortView.code has the type INTEGER instead of TEXT'],
    left: ['JG903 PortView.code has the type INTEGER instead of TEXT'],
  },
  {
    name: 'a view with a column of another type',
    on: ['postgresql'],
    sql: 'DROP VIEW "PortView"; CREATE VIEW "PortView" AS SELECT "id", "count" AS "code" FROM "Port"',
    found: ['JG903 PortView.code has the type integer instead of text'],
    left: ['JG903 PortView.code has the type integer instead of text'],
  },
  {
    name: 'a view with a column of another type',
    on: ['mariadb'],
    sql: 'DROP VIEW "PortView"; CREATE VIEW "PortView" AS SELECT "id", "count" AS "code" FROM "Port"',
    found: ['JG903 PortView.code has the type int(11) instead of varchar(191)'],
    left: ['JG903 PortView.code has the type int(11) instead of varchar(191)'],
  },
  {
    name: 'a view whose columns are expressions of a type that fits',
    on: ALL,
    sql: 'DROP VIEW "PortView"; CREATE VIEW "PortView" AS SELECT count(*) AS "id", max("name") AS "code" FROM "Port"',
    found: [],
  },
  {
    name: 'a view instead of a table',
    on: ALL,
    sql: 'ALTER TABLE "Ship" RENAME TO "Boat"; CREATE VIEW "Ship" AS SELECT * FROM "Boat"',
    found: [],
  },
  {
    name: 'a table with another name, whose indexes and keys keep their names',
    on: ALL,
    sql: 'ALTER TABLE "Ship" RENAME TO "Boat"',
    found: ['JG901 The table Ship does not exist'],
  },
  {
    name: 'a column that always counts by itself',
    on: ['postgresql'],
    sql: 'ALTER TABLE "Port" ALTER "rank" ADD GENERATED ALWAYS AS IDENTITY',
    found: ['JG906 Port.rank has the default autoincrement() instead of none'],
  },
  {
    name: 'a column of another type that counts by itself',
    on: ['postgresql'],
    sql: 'ALTER TABLE "Port" ALTER "rank" TYPE bigint, ALTER "rank" ADD GENERATED BY DEFAULT AS IDENTITY',
    found: [
      'JG903 Port.rank has the type bigint instead of integer',
      'JG906 Port.rank has the default autoincrement() instead of none',
    ],
  },
  {
    name: 'generated columns, one of another type',
    on: ['postgresql'],
    sql: 'ALTER TABLE "Port" DROP COLUMN "count", ADD "count" integer GENERATED ALWAYS AS ("rank" + 1) STORED, DROP COLUMN "name", ADD "name" varchar(9) GENERATED ALWAYS AS (\'x\') STORED; CREATE INDEX "Port_starts" ON "Port" ("name" text_pattern_ops); CREATE INDEX "Port_texts" ON "Port" USING spgist ("name")',
    found: [
      'JG911 The database calculates Port.name, but the schema says that requests write it',
      'JG911 The database calculates Port.count, but the schema says that requests write it',
    ],
  },
  {
    name: 'other defaults of JSON and of lists',
    on: ['postgresql'],
    sql: `ALTER TABLE "Port" ALTER "data" SET DEFAULT '{"a": [1, "c"]}', ALTER "numbers" SET DEFAULT '{2,1}', ALTER "names" SET DEFAULT ARRAY['a', 'b'], ALTER "sums" SET DEFAULT '{1.5}',
      ALTER "levels" SET DEFAULT ARRAY['junior'::"Level"], ALTER "empty" SET DEFAULT '{""}', ALTER "shapes" SET DEFAULT ARRAY['{"a":2}'::jsonb]`,
    found: [
      'JG906 Port.data has the default "{\\"a\\": [1, \\"c\\"]}" instead of "{\\"a\\": [1, \\"b\\"]}"',
      'JG906 Port.numbers has the default ["2","1"] instead of [1,2]',
      'JG906 Port.names has the default ["a","b"] instead of ["a,b","it\'s","\\"q\\" \\\\ "]',
      'JG906 Port.sums has the default ["1.5"] instead of [1.5,2]',
      'JG906 Port.levels has the default ["junior"] instead of ["junior","the chief"]',
      'JG906 Port.empty has the default [""] instead of []',
      'JG906 Port.shapes has the default ["{\\"a\\": 2}"] instead of ["{\\"a\\":1}"]',
    ],
  },
  {
    name: 'defaults of JSON and of lists that are written differently',
    on: ['postgresql'],
    sql: `ALTER TABLE "Port" ALTER "data" SET DEFAULT '{"a":[1,  "b"]}', ALTER "numbers" SET DEFAULT '{1,2}', ALTER "names" SET DEFAULT '{"a,b",it''s,"\\"q\\" \\\\ "}', ALTER "sums" SET DEFAULT ARRAY[1.5, 2.0],
      ALTER "levels" SET DEFAULT '{junior,the chief}', ALTER "empty" SET DEFAULT ARRAY[]::text[], ALTER "shapes" SET DEFAULT ARRAY['{"a": 1}'::jsonb]`,
    found: [],
  },
  {
    name: 'another default of JSON',
    on: ['mariadb'],
    sql: `ALTER TABLE "Port" ALTER "data" SET DEFAULT '[1]'`,
    found: ['JG906 Port.data has the default "[1]" instead of "{\\"a\\": [1, \\"b\\"]}"'],
  },
  {
    name: 'a type that is written without its usual precision',
    on: ['postgresql'],
    sql: 'ALTER TABLE "Port" ALTER "savedAt" TYPE timestamp',
    found: [],
  },
  {
    name: 'a column that each update sets to the current time',
    on: ['mariadb'],
    sql: 'ALTER TABLE "Port" MODIFY "madeAt" datetime(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3)',
    found: ['JG906 Each update sets Port.madeAt to the current time'],
  },
  {
    name: 'a unique key on the beginning of a text',
    on: ['mariadb'],
    sql: 'CREATE UNIQUE INDEX "u" ON "Ship" ("name"(3))',
    found: ['JG908 Ship has a unique key on name, which the schema lacks'],
  },
  {
    name: 'a unique key on an expression',
    on: ['postgresql', 'sqlite'],
    sql: 'CREATE UNIQUE INDEX "u" ON "Ship" (lower("name"))',
    found: [],
  },
  {
    name: 'a compressed column',
    on: ['mariadb'],
    sql: 'ALTER TABLE "Port" MODIFY "name" varchar(191) COMPRESSED NOT NULL',
    found: [],
  },
  {
    name: 'sessions that only read',
    on: ['postgresql'],
    sql: `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only TO on', current_database()); END $$;
      ALTER TABLE "Port" DROP COLUMN "count"; SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY`,
    found: [
      'JG914 The setting default_transaction_read_only is on',
      'JG902 The column Port.count does not exist',
    ],
  },
]
