/** @typedef {import('./datamodels.js').Provider} Provider */

/**
 * The column types that a key may have, by name: every Prisma type, and every native database type for it.
 *
 * @type {Readonly<Record<Provider, Readonly<Record<string, string>>>>}
 */
export const PARTS = {
  sqlite: {
    text: 'String',
    integer: 'Int',
    bigint: 'BigInt',
    flag: 'Boolean',
    moment: 'DateTime',
    decimal: 'Decimal',
    bytes: 'Bytes',
    color: 'Color',
  },
  postgresql: {
    text: 'String',
    varchar: 'String @db.VarChar(8)',
    char: 'String @db.Char(4)',
    uuid: 'String @db.Uuid',
    inet: 'String @db.Inet',
    bits: 'String @db.Bit(4)',
    varbits: 'String @db.VarBit(6)',
    integer: 'Int',
    small: 'Int @db.SmallInt',
    oid: 'Int @db.Oid',
    bigint: 'BigInt',
    flag: 'Boolean',
    moment: 'DateTime',
    zoned: 'DateTime @db.Timestamptz(3)',
    second: 'DateTime @db.Timestamp(0)',
    fine: 'DateTime @db.Timestamp(6)',
    date: 'DateTime @db.Date',
    time: 'DateTime @db.Time(3)',
    decimal: 'Decimal',
    price: 'Decimal @db.Decimal(10, 4)',
    money: 'Decimal @db.Money',
    bytes: 'Bytes',
    color: 'Color',
  },
  mysql: {
    text: 'String',
    varchar: 'String @db.VarChar(8)',
    char: 'String @db.Char(4)',
    integer: 'Int',
    tiny: 'Int @db.TinyInt',
    small: 'Int @db.SmallInt',
    medium: 'Int @db.MediumInt',
    unsigned: 'Int @db.UnsignedInt',
    year: 'Int @db.Year',
    bigint: 'BigInt',
    unsignedBigint: 'BigInt @db.UnsignedBigInt',
    flag: 'Boolean',
    moment: 'DateTime',
    zoned: 'DateTime @db.Timestamp(3)',
    second: 'DateTime @db.DateTime(0)',
    fine: 'DateTime @db.DateTime(6)',
    date: 'DateTime @db.Date',
    time: 'DateTime @db.Time(3)',
    decimal: 'Decimal',
    price: 'Decimal @db.Decimal(10, 4)',
    bytes: 'Bytes @db.VarBinary(8)',
    binary: 'Bytes @db.Binary(4)',
    color: 'Color',
  },
}

/**
 * The models for a key type: one whose id has this type, one whose id also contains a number, and one that
 * refers to both.
 *
 * @param {string} name
 */
export const partModels = (name) => {
  const capital = `${name[0]?.toUpperCase()}${name.slice(1)}`
  return { solo: `Solo${capital}`, pair: `Pair${capital}`, use: `Use${capital}` }
}

/**
 * The datamodel with the models for all key types.
 *
 * @param {Provider} provider
 */
export function partsDatamodel(provider) {
  const models = Object.entries(PARTS[provider]).map(([name, type]) => {
    const { solo, pair, use } = partModels(name)
    const optional = type.replace(/^\w+/, '$&?')
    return `
model ${solo} {
  part ${type} @id
  note String
  uses ${use}[]
}

model ${pair} {
  part ${type}
  seq  Int
  note String
  uses ${use}[]

  @@id([part, seq])
}

model ${use} {
  id    Int     @id @default(autoincrement())
  name  String
  lone  ${optional}
  part  ${optional}
  seq   Int?
  solo  ${solo}? @relation(fields: [lone], references: [part], onDelete: NoAction, onUpdate: NoAction)
  pair  ${pair}? @relation(fields: [part, seq], references: [part, seq], onDelete: NoAction, onUpdate: NoAction)
}
`
  })
  return `generator client {
  provider            = "prisma-client"
  output              = "parts"
  runtime             = "nodejs"
  moduleFormat        = "esm"
  importFileExtension = "js"
}

datasource db {
  provider = "${provider}"
}

enum Color {
  blue
  green
  red
}
${models.join('')}`
}

/** The column types that Prisma creates on MariaDB. */
const SQL_OF = /** @type {Readonly<Record<string, string>>} */ ({
  String: 'VARCHAR(191)',
  Int: 'INTEGER',
  BigInt: 'BIGINT',
  Boolean: 'BOOLEAN',
  DateTime: 'DATETIME(3)',
  Decimal: 'DECIMAL(65, 30)',
  Color: "ENUM('blue', 'green', 'red')",
})

/** The statements that create the tables of these models on MariaDB. */
export function partsTables() {
  return Object.entries(PARTS.mysql)
    .map(([name, type]) => {
      const { solo, pair, use } = partModels(name)
      const [, plain = '', native] = /^(\w+)(?: @db\.(.*))?$/.exec(type) ?? []
      const sql = native?.replace(/^Unsigned(\w+)/, '$1 UNSIGNED').toUpperCase() ?? SQL_OF[plain]
      return `
CREATE TABLE \`${solo}\` (
  \`part\` ${sql} NOT NULL,
  \`note\` VARCHAR(191) NOT NULL,
  PRIMARY KEY (\`part\`)
);
CREATE TABLE \`${pair}\` (
  \`part\` ${sql} NOT NULL,
  \`seq\` INTEGER NOT NULL,
  \`note\` VARCHAR(191) NOT NULL,
  PRIMARY KEY (\`part\`, \`seq\`)
);
CREATE TABLE \`${use}\` (
  \`id\` INTEGER NOT NULL AUTO_INCREMENT,
  \`name\` VARCHAR(191) NOT NULL,
  \`lone\` ${sql} NULL,
  \`part\` ${sql} NULL,
  \`seq\` INTEGER NULL,
  PRIMARY KEY (\`id\`),
  CONSTRAINT \`${use}_lone_fkey\` FOREIGN KEY (\`lone\`) REFERENCES \`${solo}\` (\`part\`),
  CONSTRAINT \`${use}_pair_fkey\` FOREIGN KEY (\`part\`, \`seq\`) REFERENCES \`${pair}\` (\`part\`, \`seq\`)
);`
    })
    .join('\n')
}
