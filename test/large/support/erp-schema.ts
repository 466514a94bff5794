/** The files of an ERP datamodel with 200 models: 20 in the core, and 9 in each of 20 departments. */
export function erpSchema(): Readonly<Record<string, string>> {
  return {
    'schema.prisma': [SETTINGS, ...CORE.map(coreModel), company(), user(), file()].join('\n'),
    ...Object.fromEntries(
      DEPARTMENTS.map((name, index) => [`${name.toLowerCase()}.prisma`, department(name, index)]),
    ),
  }
}

const DEPARTMENTS = [
  'Sales', 'Purchase', 'Inventory', 'Accounting', 'Payroll', 'Recruitment', 'Production', 'Quality', 'Repair', 'Project',
  'Helpdesk', 'Crm', 'Marketing', 'Fleet', 'Asset', 'Counter', 'Contract', 'Rental', 'Event', 'Survey',
] // prettier-ignore

/** Small tables to which everything refers, each with a different kind of id. */
const CORE = [
  'Country', 'Region', 'Currency', 'Language', 'Unit', 'TaxRate', 'PaymentTerm', 'Bank', 'Carrier', 'Industry', 'Title',
  'Calendar', 'CostCenter', 'Site', 'Incoterm', 'Reason', 'Printer',
] // prettier-ignore

const IDS = [
  'id Int @id @default(autoincrement())',
  'id String @id @default(uuid())',
  'id BigInt @id @default(autoincrement())',
  'code String @id',
  'id String @id @default(cuid())',
]

interface Id {
  readonly declaration: string
  readonly name: string
  readonly type: string
}

function idAt(index: number): Id {
  const declaration = IDS[index % IDS.length] ?? ''
  const [name = '', type = ''] = declaration.split(' ')
  return { declaration, name, type }
}

const SETTINGS = `generator jsonapi {
  provider  = "jsonapi-gen prisma"
  output    = "../src/api"
  framework = "hono"
}

generator client {
  provider            = "prisma-client"
  output              = "../src/prisma"
  runtime             = "nodejs"
  moduleFormat        = "esm"
  importFileExtension = "js"
}

datasource db {
  provider = "sqlite"
}
`

function coreModel(name: string, index: number): string {
  return `/// @jsonapi.resource
model ${name} {
  ${idAt(index).declaration}
  /// @jsonapi.filter
  name String
  rank Int @default(0)
  /// @jsonapi.hidden
  internal Json?
  companies Company[]

  @@map("core_${name.toLowerCase()}")
}
`
}

function company(): string {
  const keys = CORE.map((name, index) => {
    const { name: id, type } = idAt(index)
    return `  key${name} ${type}?
  in${name} ${name}? @relation(fields: [key${name}], references: [${id}])`
  })
  return `/// A company, or one that belongs to it.
/// @jsonapi.resource(type: "companies", defaultSort: [name])
/// @jsonapi.stat(total: [count])
model Company {
  id String @id @default(uuid())
  /// @jsonapi.filter
  name String @unique
  capital Decimal?
  founded DateTime?
  parentId String?
  parent Company? @relation("group", fields: [parentId], references: [id], onDelete: NoAction, onUpdate: NoAction)
  subsidiaries Company[] @relation("group")
  users User[]
${keys.join('\n')}
${DEPARTMENTS.map((name) => `  of${name} ${name}Team[]`).join('\n')}
}
`
}

function user(): string {
  return `/// @jsonapi.resource(type: "users")
/// @jsonapi.stat(total: [count])
model User {
  id BigInt @id @default(autoincrement())
  /// @jsonapi.filter
  login String @unique
  /// @jsonapi.hidden
  digest Bytes?
  companyId String
  company Company @relation(fields: [companyId], references: [id])
  followers User[] @relation("follows")
  following User[] @relation("follows")
${DEPARTMENTS.map(
  (name) => `  created${name} ${name}Order[] @relation("created${name}")
  approved${name} ${name}Order[] @relation("approved${name}")
  /// @jsonapi.hidden
  in${name} ${name}Membership[]`,
).join('\n')}
}
`
}

function file(): string {
  return `/// A file at an order of any department.
/// @jsonapi.resource(type: "files")
/// @jsonapi.sideload(owner: { kind: polymorphicBelongsTo, groupBy: ownerType, groups: {
${DEPARTMENTS.map((name) => `///   ${name}Order: { resource: ${name.toLowerCase()}-orders, foreignKey: ownerId }`).join(',\n')}
/// } })
model File {
  id Int @id @default(autoincrement())
  name String
  content Bytes
  byteSize BigInt
  /// @jsonapi.hidden
  ownerType String
  /// @jsonapi.hidden
  ownerId String

  @@index([ownerType, ownerId])
}
`
}

function department(name: string, index: number): string {
  const path = name.toLowerCase()
  const item = idAt(index)
  const order = index % 2 === 0 ? 'id String @id @default(uuid())' : 'number String @id'
  const orderId = index % 2 === 0 ? 'id' : 'number'
  const before = DEPARTMENTS[(index + DEPARTMENTS.length - 1) % DEPARTMENTS.length] ?? ''
  const after = DEPARTMENTS[(index + 1) % DEPARTMENTS.length] ?? ''
  const previous = (index + DEPARTMENTS.length - 1) % 2 === 0 ? 'id' : 'number'
  return `enum ${name}State {
  draft
  confirmed
  done
  cancelled @map("canceled")
}

/// @jsonapi.resource(type: "${path}-categories")
model ${name}Category {
  id Int @id @default(autoincrement())
  name String
  parentId Int?
  parent ${name}Category? @relation("tree", fields: [parentId], references: [id], onDelete: NoAction, onUpdate: NoAction)
  children ${name}Category[] @relation("tree")
  items ${name}Item[]

  @@unique([parentId, name])
}

/// @jsonapi.resource(type: "${path}-items", defaultSort: [name])
/// @jsonapi.stat(total: [count])
/// @jsonapi.filter("category.name": { operators: [eq] })
model ${name}Item {
  ${item.declaration}
  /// @jsonapi.filter(aliases: [label])
  name String
  /// @jsonapi.stat(average, maximum)
  price Decimal @default(0)
  weight Float?
  picture Bytes?
  extra Json?
  active Boolean @default(true)
  categoryId Int
  category ${name}Category @relation(fields: [categoryId], references: [id])
  lines ${name}Line[]
  substitutes ${name}Item[] @relation("substitutes${name}")
  substituteOf ${name}Item[] @relation("substitutes${name}")

  @@map("${path}_item")
}

/// @jsonapi.resource(type: "${path}-orders", page: { size: 10, max: 50 })
/// @jsonapi.stat(total: [count])
/// @jsonapi.sideload(files: { kind: polymorphicHasMany, resource: files, foreignKey: ownerId, as: owner })
model ${name}Order {
  ${order}
  /// @jsonapi.filter
  state ${name}State @default(draft)
  /// @jsonapi.stat(sum)
  amount Decimal
  placedAt DateTime @default(now()) @map("placed_at")
  /// @jsonapi.version
  /// @jsonapi.readOnly
  lock Int @default(1)
  createdById BigInt
  approvedById BigInt?
  teamId Int
  originId String?
  createdBy User @relation("created${name}", fields: [createdById], references: [id])
  approvedBy User? @relation("approved${name}", fields: [approvedById], references: [id])
  team ${name}Team @relation(fields: [teamId], references: [id])
  lines ${name}Line[]
  tags ${name}Tag[]
  notes ${name}Note[]
  origin ${before}Order? @relation("origin${name}", fields: [originId], references: [${previous}])
  results ${after}Order[] @relation("origin${after}")

  @@index([state, placedAt])
}

/// @jsonapi.resource(type: "${path}-lines")
model ${name}Line {
  id BigInt @id @default(autoincrement())
  position Int
  /// @jsonapi.attribute(minimum: 0)
  quantity Float
  orderId String
  itemId ${item.type}
  order ${name}Order @relation(fields: [orderId], references: [${orderId}], onDelete: Cascade)
  item ${name}Item @relation(fields: [itemId], references: [${item.name}])

  @@unique([orderId, position])
}

/// @jsonapi.resource(type: "${path}-tags")
model ${name}Tag {
  id Int @id @default(autoincrement())
  word String @unique
  orders ${name}Order[]
}

/// @jsonapi.resource(type: "${path}-notes", actions: [index, show, create])
model ${name}Note {
  id Int @id @default(autoincrement())
  text String
  happenedAt DateTime?
  orderId String
  order ${name}Order @relation(fields: [orderId], references: [${orderId}], onDelete: Cascade)
}

/// @jsonapi.resource(type: "${path}-teams")
/// @jsonapi.sideload(users: { kind: hasAndBelongsToMany, resource: users, foreignKey: { in${name}: teamId } })
model ${name}Team {
  id Int @id @default(autoincrement())
  name String
  companyId String
  company Company @relation(fields: [companyId], references: [id])
  orders ${name}Order[]
  policy ${name}Policy?
  /// @jsonapi.hidden
  memberships ${name}Membership[]

  @@unique([companyId, name])
}

/// @jsonapi.resource(type: "${path}-policies")
model ${name}Policy {
  id Int @id @default(autoincrement())
  rules Json
  limit Decimal?
  teamId Int @unique
  team ${name}Team @relation(fields: [teamId], references: [id])
}

model ${name}Membership {
  teamId Int
  userId BigInt
  since DateTime @default(now())
  team ${name}Team @relation(fields: [teamId], references: [id])
  user User @relation(fields: [userId], references: [id])

  @@id([teamId, userId])
}
`
}
