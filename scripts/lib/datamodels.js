import { readFile } from 'node:fs/promises'
import { at } from './paths.js'
import { pairedDatamodel } from './pairs.js'
import { partsDatamodel } from './parts.js'
import { generateEach } from './prisma-client.js'

/**
 * @typedef {'blog' | 'saas' | 'types' | 'constraints' | 'tenants' | 'names' | 'keys' | 'columns' | 'pairs' | 'parts'} Datamodel
 * @typedef {'sqlite' | 'postgresql' | 'mysql'} Provider
 */

/** @type {Record<Exclude<Datamodel, 'pairs' | 'parts'>, string>} */
const FILES = {
  blog: 'examples/blog/prisma/schema.prisma',
  saas: 'examples/saas/prisma/schema.prisma',
  types: 'test/support/types.prisma',
  constraints: 'test/support/constraints.prisma',
  tenants: 'test/support/tenants.prisma',
  names: 'test/support/names.prisma',
  keys: 'test/support/keys.prisma',
  columns: 'test/support/columns.prisma',
}

/**
 * The text of a datamodel for a provider. The files are for SQLite. For servers, the text has a different provider,
 * native types, which SQLite lacks, and models with lists, which only PostgreSQL supports.
 *
 * @param {Datamodel} name
 * @param {Provider} provider
 */
export async function datamodel(name, provider) {
  if (name === 'parts') return partsDatamodel(provider)
  const text = await textOf(name)
  if (provider === 'sqlite') return text
  let model = ''
  const lines = text.split('\n').map((line) => {
    model = /^model (\w+)/.exec(line)?.[1] ?? model
    const field = /^ {2}(\w+)\s/.exec(line)?.[1]
    const native = NATIVE[provider][`${model}.${field}`]
    return native === undefined ? line : `${line} ${native}`
  })
  const twin = lines.join('\n').replace('provider = "sqlite"', `provider = "${provider}"`)
  if (name === 'columns') return twin + NATIVE_MODELS[provider]
  return provider === 'postgresql' && name === 'types' ? twin + LISTS : twin
}

/**
 * @param {Exclude<Datamodel, 'parts'>} name
 * @returns {Promise<string>}
 */
async function textOf(name) {
  if (name !== 'pairs') return readFile(at(FILES[name]), 'utf8')
  return pairedDatamodel(await Promise.all([textOf('blog'), textOf('types')]))
}

/**
 * The folder of a datamodel's generated client.
 *
 * @param {Datamodel} name
 * @param {Provider} provider
 */
export const clientDirectory = (name, provider) =>
  at(
    (name === 'blog' || name === 'saas') && provider === 'sqlite'
      ? `examples/${name}/src/prisma`
      : `test/.generated/${provider}/${name}`,
  )

/**
 * Generates the datamodels' clients for the given providers, if they are out of date.
 *
 * @param {readonly Provider[]} providers
 */
export async function generateClients(providers) {
  const clients = providers.flatMap((provider) =>
    datamodelsOf(provider).map((name) => clientOf(name, provider)),
  )
  await generateEach(await Promise.all(clients))
}

/**
 * Generates a datamodel's client if it is out of date.
 *
 * @param {Datamodel} name
 * @param {Provider} provider
 */
export async function generateClientOf(name, provider) {
  await generateEach([await clientOf(name, provider)])
}

/**
 * @param {Datamodel} name
 * @param {Provider} provider
 */
const clientOf = async (name, provider) => ({
  datamodel: await datamodel(name, provider),
  output: clientDirectory(name, provider),
})

/**
 * The datamodels that are used with a provider. MariaDB does not have the datamodel of examples/saas.
 *
 * @param {Provider} provider
 */
const datamodelsOf = (provider) =>
  /** @type {Datamodel[]} */ ([...Object.keys(FILES), 'pairs', 'parts']).filter(
    (name) => name !== 'saas' || provider !== 'mysql',
  )

/** @type {Record<'postgresql' | 'mysql', Record<string, string>>} */
const NATIVE = {
  postgresql: {
    'Sample.uuid': '@db.Uuid',
    'Sample.uuidOrNull': '@db.Uuid',
    'Sample.decimal': '@db.Decimal(38, 18)',
    'Sample.decimalOrNull': '@db.Decimal(38, 18)',
    'Sample.date': '@db.Date',
    'Sample.dateOrNull': '@db.Date',
    'Ticket.price': '@db.Decimal(10, 2)',
    'Account.closesAt': '@db.Time(0)',
    'Tick.at': '@db.Timestamp(0)',
    'Day.date': '@db.Date',
    'Use.date': '@db.Date',
    'Level.height': '@db.Decimal(10, 4)',
    'Use.height': '@db.Decimal(10, 4)',
  },
  mysql: {
    'Author.bio': '@db.Text',
    'Post.title': '@db.VarChar(200)',
    'Post.body': '@db.Text',
    'Comment.body': '@db.Text',
    'Attachment.url': '@db.Text',
    'Sample.string': '@db.Text',
    'Sample.stringOrNull': '@db.Text',
    'Sample.uuid': '@db.Char(36)',
    'Sample.uuidOrNull': '@db.Char(36)',
    'Sample.decimal': '@db.Decimal(38, 18)',
    'Sample.decimalOrNull': '@db.Decimal(38, 18)',
    'Sample.date': '@db.Date',
    'Sample.dateOrNull': '@db.Date',
    'Ticket.price': '@db.Decimal(10, 2)',
    'Account.closesAt': '@db.Time(0)',
    'Tick.at': '@db.DateTime(0)',
    'Day.date': '@db.Date',
    'Use.date': '@db.Date',
    'Level.height': '@db.Decimal(10, 4)',
    'Use.height': '@db.Decimal(10, 4)',
    'File.digest': '@db.Binary(4)',
    'Use.digest': '@db.Binary(4)',
  },
}

const LISTS = `
model ListSample {
  id        String     @id @default(uuid())
  strings   String[]
  integers  Int[]
  bigints   BigInt[]
  floats    Float[]
  decimals  Decimal[]  @db.Decimal(38, 18)
  booleans  Boolean[]
  dates     DateTime[] @db.Date
  datetimes DateTime[]
  jsons     Json[]
  bytes     Bytes[]
  colors    Color[]
  uuids     String[]   @db.Uuid
}
`

/**
 * Columns whose types exist in the database but have no equivalent in Prisma. test/support/natives.ts turns them into a
 * resource.
 */
const NATIVE_MODELS = {
  postgresql: `
model Native {
  id          Int       @id @default(autoincrement())
  inet        String?   @db.Inet
  bit         String?   @db.Bit(4)
  varbit      String?   @db.VarBit(6)
  xml         String?   @db.Xml
  uuid        String?   @db.Uuid
  char        String?   @db.Char(5)
  varchar     String?   @db.VarChar(5)
  small       Int?      @db.SmallInt
  oid         Int?      @db.Oid
  real        Float?    @db.Real
  money       Decimal?  @db.Money
  decimal     Decimal?  @db.Decimal(6, 2)
  moment      DateTime? @db.Timestamptz(3)
  time        DateTime? @db.Time
  timetz      DateTime? @db.Timetz
  json        Json?     @db.Json
  text        String?   @db.Text
  integer     Int?      @db.Integer
  big         BigInt?   @db.BigInt
  double      Float?    @db.DoublePrecision
  flag        Boolean?  @db.Boolean
  second      DateTime? @db.Timestamp(0)
  timestamp   DateTime? @db.Timestamp(3)
  date        DateTime? @db.Date
  binaryJson  Json?     @db.JsonB
  bytes       Bytes?    @db.ByteA
  varchars    String[]  @db.VarChar(5)
  chars       String[]  @db.Char(5)
  varbits     String[]  @db.VarBit(6)
  oids        Int[]     @db.Oid
  times       DateTime[] @db.Time
  moments     DateTime[] @db.Timestamptz(3)
  plainJsons  Json[]    @db.Json
  cidr        Unsupported("cidr")?
  macaddr     Unsupported("macaddr")?
  interval    Unsupported("interval")?
  range       Unsupported("int4range")?
  ranges      Unsupported("datemultirange")?
  vector      Unsupported("tsvector")?
  point       Unsupported("point")?
  networks    Unsupported("cidr[]")?
  inets       String[]  @db.Inet
  bits        String[]  @db.Bit(4)
  xmls        String[]  @db.Xml
  smalls      Int[]     @db.SmallInt
  reals       Float[]   @db.Real
  moneys      Decimal[] @db.Money
}

model Small {
  number Int    @id @db.SmallInt
  note   String
}

model Host {
  address String @id @db.Inet
  note    String
}

model Mask {
  bits String @id @db.Bit(4)
  note String
}
`,
  mysql: `
model Native {
  id            Int       @id @default(autoincrement())
  tiny          Int?      @db.TinyInt
  tinyUnsigned  Int?      @db.UnsignedTinyInt
  small         Int?      @db.SmallInt
  smallUnsigned Int?      @db.UnsignedSmallInt
  medium        Int?      @db.MediumInt
  mediumUnsigned Int?     @db.UnsignedMediumInt
  integer       Int?      @db.Int
  big           BigInt?   @db.BigInt
  double        Float?    @db.Double
  varchar       String?   @db.VarChar(5)
  plainText     String?   @db.Text
  mediumText    String?   @db.MediumText
  longText      String?   @db.LongText
  varbinary     Bytes?    @db.VarBinary(4)
  plainBlob     Bytes?    @db.Blob
  mediumBlob    Bytes?    @db.MediumBlob
  longBlob      Bytes?    @db.LongBlob
  json          Json?     @db.Json
  date          DateTime? @db.Date
  second        DateTime? @db.DateTime(0)
  datetime      DateTime? @db.DateTime(3)
  finerTime     DateTime? @db.Time(3)
  tinyFlag      Boolean?  @db.TinyInt
  uuid          Unsupported("uuid")?
  inet6         Unsupported("inet6")?
  members       Unsupported("set('a','b')")?
  point         Unsupported("point")?
  shape         Unsupported("geometry")?
  unsigned      Int?      @db.UnsignedInt
  year          Int?      @db.Year
  bigUnsigned   BigInt?   @db.UnsignedBigInt
  float         Float?    @db.Float
  text          String?   @db.TinyText
  char          String?   @db.Char(5)
  bit           Bytes?    @db.Bit(8)
  bitFlag       Boolean?  @db.Bit(1)
  binary        Bytes?    @db.Binary(4)
  blob          Bytes?    @db.TinyBlob
  decimal       Decimal?  @db.Decimal(6, 2)
  moment        DateTime? @db.Timestamp(3)
  time          DateTime? @db.Time
}

model Small {
  number Int    @id @db.SmallInt
  note   String
}
`,
}
