import type { DatabaseName } from '../../support/probe.js'
import { PROVIDERS } from './datamodels.js'
import type { NamedDrift } from './repairs.js'

/**
 * A datamodel with names that need quotes, names that are too long for a server, a composite key, a relation of a table
 * to itself, and on PostgreSQL, a second schema with an enum, and lists.
 */
export function hotelFor(database: DatabaseName): string {
  const isPostgres = database === 'postgresql'
  const onServer = (text: string): string => (database === 'sqlite' ? '' : text)
  const inPostgres = (text: string): string => (isPostgres ? text : '')
  const home = inPostgres('@@schema("public")')
  const money = inPostgres('@@schema("money")')
  return `datasource db {
  provider = "${PROVIDERS[database]}"
  ${inPostgres('schemas = ["public", "money"]')}
}

enum RoomKind {
  single
  double
  suite @map("the suite")
  ${home}
}

enum Currency {
  EUR
  USD
  ${inPostgres('@@map("currency code")')}
  ${money}
}

model Guest {
  id         Int       @id @default(autoincrement())
  email      String    @unique
  name       String    @default("it's now()")
  vip        Boolean   @default(false)
  note       String?
  createdAt  DateTime  @default(now())
  total      Int?      ${inPostgres('@default(dbgenerated())')}
  referrerId Int?      @map("referrer_id")
  referrer   Guest?    @relation("refs", fields: [referrerId], references: [id])
  referred   Guest[]   @relation("refs")
  bookings   Booking[]
  friends    Guest[]   @relation("friends")
  friendOf   Guest[]   @relation("friends")
  wishes     AVeryLongModelNameThatIsLongerThanItShouldReasonablyBe[]
  ${home}
  @@index([name, vip])
  @@index([referrerId])
  @@map("hotel guests")
}

model Room {
  building String
  number   Int
  kind     RoomKind  @default(suite)
  price    Decimal   @default(99.90)
  code     String    @unique
  ${inPostgres('tags     String[]  @default(["a", "b\'c"])')}
  ${inPostgres('kinds    RoomKind[]')}
  bookings Booking[]
  ${home}
  @@id([building, number])
  @@index([kind])
}

model Booking {
  id       String    @id @default(uuid())
  guestId  Int       @map("guest-id")
  building String
  number   Int
  arrival  DateTime  ${onServer('@db.Date')}
  nights   Int
  guest    Guest     @relation(fields: [guestId], references: [id], onDelete: Cascade)
  room     Room      @relation(fields: [building, number], references: [building, number], onDelete: Restrict)
  payments Payment[]
  ${home}
  @@unique([building, number, arrival])
  @@index([guestId])
  @@index([arrival(sort: Desc)])
}

model Payment {
  id        Int      @id @default(autoincrement())
  bookingId String?
  booking   Booking? @relation(fields: [bookingId], references: [id], onDelete: SetNull)
  roomCode  String?
  amount    Decimal  ${onServer('@db.Decimal(10, 2)')}
  select    String   @default("order") @map("order")
  currency  Currency @default(EUR)
  ${money}
  @@index([bookingId])
  @@map("group")
}

model AVeryLongModelNameThatIsLongerThanItShouldReasonablyBe {
  id                                        Int     @id @default(autoincrement())
  anotherVeryLongColumnNameForTheFirstPart  String
  anotherVeryLongColumnNameForTheSecondPart String
  wishers                                   Guest[]
  ${home}
  @@unique([anotherVeryLongColumnNameForTheFirstPart, anotherVeryLongColumnNameForTheSecondPart])
  @@index([anotherVeryLongColumnNameForTheSecondPart, anotherVeryLongColumnNameForTheFirstPart])
}
`
}

const SERVERS = ['postgresql', 'mariadb'] as const
const LONG = 'AVeryLongModelNameThatIsLongerThanItShouldReasonablyBe'

/** Changes to a hotel's database. */
export const HOTEL_DRIFTS: readonly NamedDrift[] = [
  {
    name: 'tables that refer to each other, and the type of an enum in another schema',
    on: ['postgresql'],
    sql: 'DROP TABLE "money"."group"; DROP TABLE "Booking"; DROP TABLE "Room"; DROP TYPE "money"."currency code"; DROP TYPE "RoomKind"; DROP SCHEMA "money"',
    found: [
      'JG901 The table Room does not exist',
      'JG901 The table Booking does not exist',
      'JG901 The table group does not exist',
    ],
  },
  {
    name: 'a table that another one refers to',
    on: ['postgresql'],
    sql: 'DROP TABLE "Room" CASCADE',
    found: [
      'JG901 The table Room does not exist',
      'JG909 Booking has no foreign key from building, number to Room',
    ],
  },
  {
    name: 'tables and indexes whose names the server shortens',
    on: ['postgresql', 'mariadb', 'sqlite'],
    sql: `DROP TABLE "_${LONG}ToGuest"; DROP TABLE "${LONG}"`,
    found: [`JG901 The table ${LONG} does not exist`, `JG901 The table _${LONG}ToGuest does not exist`],
  },
  {
    name: 'an enum that is a text',
    on: ['postgresql'],
    sql: 'ALTER TABLE "Room" ALTER kind DROP DEFAULT, ALTER kind TYPE text, DROP COLUMN kinds; DROP TYPE "RoomKind"; ALTER TABLE "money"."group" DROP COLUMN currency',
    found: [
      'JG903 Room.kind has the type text instead of "RoomKind"',
      'JG906 Room.kind has no default instead of "the suite"',
      'JG902 The column Room.kinds does not exist',
      'JG902 The column group.currency does not exist',
    ],
  },
  {
    name: 'an index of the same name on other columns',
    on: ['postgresql', 'sqlite'],
    sql: 'DROP INDEX "Room_kind_idx"; CREATE INDEX "Room_kind_idx" ON "Booking" ("nights")',
    found: ['JG913 Room has no index on kind'],
  },
  {
    name: 'an index of the same name on other columns of the table',
    on: ['mariadb'],
    sql: 'DROP INDEX "Room_kind_idx" ON "Room"; CREATE INDEX "Room_kind_idx" ON "Room" ("price")',
    found: ['JG913 Room has no index on kind'],
  },
  {
    name: 'an index that PostgreSQL did not build completely',
    on: ['postgresql'],
    sql: `UPDATE pg_index SET indisvalid = false WHERE indexrelid = '"Room_kind_idx"'::regclass`,
    found: ['JG913 Room has no index on kind'],
  },
  {
    name: 'an index instead of a unique key of the same name',
    on: ['postgresql', 'sqlite'],
    sql: 'DROP INDEX "Room_code_key"; CREATE INDEX "Room_code_key" ON "Room" ("code")',
    found: ['JG908 Room has no unique key on code'],
  },
  {
    name: 'a foreign key of the same name on another column',
    on: ['postgresql'],
    sql: 'ALTER TABLE "money"."group" DROP CONSTRAINT "group_bookingId_fkey"; ALTER TABLE "money"."group" ADD CONSTRAINT "group_bookingId_fkey" FOREIGN KEY ("roomCode") REFERENCES "Room" ("code")',
    found: [
      'JG909 group has no foreign key from bookingId to Booking',
      'JG909 group has a foreign key from roomCode to Room, which the schema lacks',
    ],
  },
  {
    name: 'a foreign key of the same name on another column',
    on: ['mariadb'],
    sql: 'ALTER TABLE "group" DROP FOREIGN KEY "group_bookingId_fkey"; ALTER TABLE "group" ADD CONSTRAINT "group_bookingId_fkey" FOREIGN KEY ("roomCode") REFERENCES "Room" ("code")',
    found: [
      'JG909 group has no foreign key from bookingId to Booking',
      'JG909 group has a foreign key from roomCode to Room, which the schema lacks',
    ],
  },
  {
    name: 'a primary key with another name',
    on: ['postgresql'],
    sql: 'ALTER TABLE "Room" DROP CONSTRAINT "Room_pkey" CASCADE; ALTER TABLE "Room" ADD CONSTRAINT "mine" PRIMARY KEY ("code")',
    found: [
      'JG908 Room has the primary key (code) instead of (building, number)',
      'JG909 Booking has no foreign key from building, number to Room',
    ],
  },
  {
    name: 'a counted key of another type keeps its sequence',
    on: ['postgresql'],
    sql: 'ALTER TABLE "hotel guests" ALTER id TYPE bigint',
    found: ['JG903 hotel guests.id has the type bigint instead of integer'],
  },
  {
    name: 'a time zone of a user in the database',
    on: ['postgresql'],
    sql: `DO $$ BEGIN EXECUTE format('ALTER ROLE %I IN DATABASE %I SET timezone TO %L', current_user, current_database(), 'Europe/London'); END $$`,
    found: ['JG914 The time zone of database sessions is Europe/London instead of UTC'],
  },
  {
    name: 'a value that an enum of lists and columns also has',
    on: ['postgresql'],
    sql: `ALTER TYPE "RoomKind" ADD VALUE 'it''s'`,
    found: [`JG907 The enum of Room.kind also has it's`, `JG907 The enum of Room.kinds also has it's`],
  },
  {
    name: 'a column whose type the foreign key cannot refer to',
    on: ['mariadb'],
    sql: 'ALTER TABLE "Booking" DROP FOREIGN KEY "Booking_guest-id_fkey"; ALTER TABLE "Booking" MODIFY "guest-id" bigint NOT NULL',
    found: ['JG909 Booking has no foreign key from guest-id to hotel guests'],
  },
  {
    name: 'a unique key that a foreign key needs',
    on: ['mariadb'],
    sql: 'ALTER TABLE "group" DROP FOREIGN KEY "group_bookingId_fkey"; ALTER TABLE "group" DROP INDEX "group_bookingId_idx"; ALTER TABLE "group" ADD UNIQUE INDEX "u" ("bookingId"); ALTER TABLE "group" ADD CONSTRAINT "group_bookingId_fkey" FOREIGN KEY ("bookingId") REFERENCES "Booking" ("id") ON DELETE SET NULL',
    found: ['JG908 group has a unique key on bookingId, which the schema lacks'],
  },
  {
    name: 'columns of a table whose own character set is narrow',
    on: ['mariadb'],
    sql: 'ALTER TABLE "hotel guests" DEFAULT CHARACTER SET latin1; ALTER TABLE "hotel guests" DROP COLUMN note; ALTER TABLE "hotel guests" MODIFY name varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT \'it\'\'s now()\'',
    found: [
      'JG904 hotel guests.name has the type varchar(100) instead of varchar(191)',
      'JG902 The column hotel guests.note does not exist',
    ],
  },
  {
    name: 'a short text with a narrow character set',
    on: ['mariadb'],
    sql: 'ALTER TABLE "Room" MODIFY code varchar(100) CHARACTER SET latin1 NOT NULL',
    found: [
      'JG904 Room.code has the type varchar(100) instead of varchar(191)',
      'JG914 Room.code has the character set latin1 instead of utf8mb4',
    ],
  },
  {
    name: 'columns that the schema lacks and the database requires',
    on: SERVERS,
    sql: 'ALTER TABLE "Booking" ADD COLUMN "no t" integer NOT NULL',
    found: ['JG918 Booking.no t is NOT NULL without a default, but is not in the schema'],
  },
]
