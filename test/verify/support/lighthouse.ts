import type { DatabaseName } from '../../support/probe.js'
import { PROVIDERS } from './datamodels.js'
import type { NamedDrift } from './repairs.js'

/** A datamodel whose defaults are bytes, times and unusual texts; on PostgreSQL, with a type from an extension. */
export function lighthouseFor(database: DatabaseName): string {
  const onServer = (text: string): string => (database === 'sqlite' ? '' : text)
  const inPostgres = (text: string): string => (database === 'postgresql' ? text : '')
  return `datasource db {
  provider = "${PROVIDERS[database]}"
}

model Lamp {
  id     Int      @id @default(autoincrement())
  key    Bytes    @default("AAEC")
  litAt  DateTime @default("2020-01-02T03:04:05.678Z")
  setAt  DateTime @default("2020-01-02T01:04:05+02:00")
  seenAt DateTime
  power  Float
  label  String   @default("a\\n\\r\\\\n 'b' 😀")
${onServer(`  day    DateTime @default("2020-01-02T00:00:00Z") @db.Date
  hour   DateTime @default("1970-01-01T03:04:05Z") @db.Time(0)`)}
${inPostgres(`  slug   String   @db.Citext
  hours  DateTime @default("1970-01-01T03:04:05.5Z") @db.Timetz(3)
  zoned  DateTime @default("2020-01-02T01:04:05+02:00") @db.Timestamptz(3)
  keys   Bytes[]  @default(["AAEC"])
  times  DateTime[] @default(["2020-01-02T01:04:05+02:00"])`)}

  @@index([power])
}
`
}

/** The SQL of Prisma's migrations for MariaDB, which differs from that for PostgreSQL in these defaults. */
export const LIGHTHOUSE_IN_MARIADB = `CREATE TABLE \`Lamp\` (
  id INTEGER NOT NULL AUTO_INCREMENT PRIMARY KEY,
  \`key\` LONGBLOB NOT NULL DEFAULT X'000102',
  \`litAt\` DATETIME(3) NOT NULL DEFAULT '2020-01-02 03:04:05.678',
  \`setAt\` DATETIME(3) NOT NULL DEFAULT '2020-01-01 23:04:05',
  \`seenAt\` DATETIME(3) NOT NULL,
  power DOUBLE NOT NULL,
  label VARCHAR(191) NOT NULL DEFAULT 'a\\n\\r\\\\n ''b'' 😀',
  day DATE NOT NULL DEFAULT '2020-01-02',
  hour TIME(0) NOT NULL DEFAULT '03:04:05',
  INDEX \`Lamp_power_idx\` (power)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`

const DROPPED = `ALTER TABLE "Lamp" DROP COLUMN "key"; ALTER TABLE "Lamp" DROP COLUMN "litAt"; ALTER TABLE "Lamp" DROP COLUMN "setAt"`
const LACKING = ['key', 'litAt', 'setAt'].map((name) => `JG902 The column Lamp.${name} does not exist`)

/** Changes to a lighthouse's database. */
export const LIGHTHOUSE_DRIFTS: readonly NamedDrift[] = [
  {
    name: 'columns whose defaults are bytes and times',
    on: ['sqlite'],
    sql: DROPPED,
    found: LACKING,
    fixes: [
      `ALTER TABLE "Lamp" ADD COLUMN "key" BLOB NOT NULL DEFAULT X'000102';`,
      `ALTER TABLE "Lamp" ADD COLUMN "litAt" DATETIME NOT NULL DEFAULT '2020-01-02T03:04:05.678+00:00';`,
      `ALTER TABLE "Lamp" ADD COLUMN "setAt" DATETIME NOT NULL DEFAULT '2020-01-02T01:04:05+02:00';`,
    ],
  },
  {
    name: 'columns whose defaults are bytes and times',
    on: ['mariadb'],
    sql: `${DROPPED}; ALTER TABLE "Lamp" DROP COLUMN "day"; ALTER TABLE "Lamp" DROP COLUMN "hour"`,
    found: [...LACKING, ...['day', 'hour'].map((name) => `JG902 The column Lamp.${name} does not exist`)],
    fixes: [
      "ALTER TABLE `Lamp` ADD COLUMN `key` longblob NOT NULL DEFAULT X'000102';",
      "ALTER TABLE `Lamp` ADD COLUMN `litAt` datetime(3) NOT NULL DEFAULT '2020-01-02 03:04:05.678';",
      "ALTER TABLE `Lamp` ADD COLUMN `setAt` datetime(3) NOT NULL DEFAULT '2020-01-01 23:04:05';",
      "ALTER TABLE `Lamp` ADD COLUMN `day` date NOT NULL DEFAULT '2020-01-02';",
      "ALTER TABLE `Lamp` ADD COLUMN `hour` time(0) NOT NULL DEFAULT '03:04:05';",
    ],
  },
  {
    name: 'columns whose defaults are bytes and times',
    on: ['postgresql'],
    sql: `${DROPPED}; ALTER TABLE "Lamp" DROP COLUMN "day", DROP COLUMN "hour", DROP COLUMN "hours", DROP COLUMN "zoned", DROP COLUMN "keys", DROP COLUMN "times"`,
    found: [
      ...LACKING,
      ...['day', 'hour', 'hours', 'zoned', 'keys', 'times'].map(
        (name) => `JG902 The column Lamp.${name} does not exist`,
      ),
    ],
    fixes: [
      String.raw`ALTER TABLE "Lamp" ADD COLUMN "key" bytea NOT NULL DEFAULT '\x000102';`,
      `ALTER TABLE "Lamp" ADD COLUMN "litAt" timestamp(3) without time zone NOT NULL DEFAULT '2020-01-02 03:04:05.678';`,
      `ALTER TABLE "Lamp" ADD COLUMN "setAt" timestamp(3) without time zone NOT NULL DEFAULT '2020-01-01 23:04:05';`,
      `ALTER TABLE "Lamp" ADD COLUMN "day" date NOT NULL DEFAULT '2020-01-02';`,
      `ALTER TABLE "Lamp" ADD COLUMN "hour" time(0) without time zone NOT NULL DEFAULT '03:04:05';`,
      `ALTER TABLE "Lamp" ADD COLUMN "hours" time(3) with time zone NOT NULL DEFAULT '03:04:05.500+00';`,
      `ALTER TABLE "Lamp" ADD COLUMN "zoned" timestamp(3) with time zone NOT NULL DEFAULT '2020-01-01 23:04:05+00';`,
      String.raw`ALTER TABLE "Lamp" ADD COLUMN "keys" bytea[] DEFAULT ARRAY['\x000102']::bytea[];`,
      `ALTER TABLE "Lamp" ADD COLUMN "times" timestamp(3) without time zone[] DEFAULT ARRAY['2020-01-01 23:04:05']::timestamp(3) without time zone[];`,
    ],
  },
  {
    name: 'a type from an extension that the database lacks',
    on: ['postgresql'],
    sql: 'DROP EXTENSION citext CASCADE',
    found: ['JG902 The column Lamp.slug does not exist'],
    fixes: ['CREATE EXTENSION IF NOT EXISTS citext;\nALTER TABLE "Lamp" ADD COLUMN "slug" citext NOT NULL;'],
  },
  {
    name: 'a table with a type from an extension that the database lacks',
    on: ['postgresql'],
    sql: 'DROP TABLE "Lamp"; DROP EXTENSION citext',
    found: ['JG901 The table Lamp does not exist'],
  },
  {
    name: 'a column whose type is of an extension that the database lacks',
    on: ['postgresql'],
    sql: 'DROP EXTENSION citext CASCADE; ALTER TABLE "Lamp" ADD COLUMN "slug" integer NOT NULL',
    found: ['JG903 Lamp.slug has the type integer instead of citext'],
  },
  {
    name: 'a number of fixed precision, and a time of a narrow range',
    on: ['mariadb'],
    sql: 'ALTER TABLE "Lamp" MODIFY power double(8,2) NOT NULL, MODIFY "seenAt" timestamp(3) NOT NULL DEFAULT \'2020-01-01\'',
    found: [
      'JG903 Lamp.seenAt has the type timestamp(3) instead of datetime(3)',
      'JG906 Lamp.seenAt has the default "2020-01-01 00:00:00.000" instead of none',
      'JG904 Lamp.power has the type double(8,2) instead of double',
    ],
  },
  {
    name: 'an index that the server ignores',
    on: ['mariadb'],
    sql: 'ALTER TABLE "Lamp" ALTER INDEX "Lamp_power_idx" IGNORED',
    found: ['JG913 Lamp has no index on power'],
    fixes: ['CREATE INDEX `Lamp_power_idx_2` ON `Lamp` (`power`);'],
  },
  {
    name: 'a table whose engine has no transactions',
    on: ['mariadb'],
    sql: 'ALTER TABLE "Lamp" ENGINE = MyISAM',
    found: ['JG914 The engine of Lamp, MyISAM, has no transactions'],
    fixes: ['ALTER TABLE `Lamp` ENGINE = InnoDB;'],
  },
  {
    name: 'other defaults of unusual texts',
    on: ['mariadb'],
    sql: `ALTER TABLE "Lamp" ALTER label SET DEFAULT 'a\\nb'`,
    found: [String.raw`JG906 Lamp.label has the default "a\nb" instead of "a\n\r\\n 'b' 😀"`],
  },
]
