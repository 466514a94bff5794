import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Started } from '../create/support/project.js'
import { write } from '../docs/guide-project.js'
import { type Answered, sendAll, type Targets, writesOf } from './support/attacks.js'
import { oneIn } from '../support/sample.js'
import { Project, projectDatabases } from './support/project.js'

const DATAMODEL = `generator client {
  provider = "prisma-client"
  output   = "../src/prisma"
}

datasource db {
  provider = "sqlite"
}

enum Role {
  CUSTOMER
  ADMIN
}

model User {
  id             Int     @id @default(autoincrement())
  email          String  @unique
  role           Role    @default(CUSTOMER)
  is_admin       Boolean @default(false)
  permissions    String  @default("none")
  accountBalance Decimal @default(0)
  passwordHash   String  @default("secret-hash")
  apiToken       String? @default("secret-token")
  orders         Order[]
  groups         Group[]
}

model Group {
  id    Int    @id @default(autoincrement())
  name  String
  users User[]
}

model Order {
  id       Int       @id @default(autoincrement())
  status   String    @default("open")
  userId   Int
  user     User      @relation(fields: [userId], references: [id])
  payments Payment[]
}

model Payment {
  id      Int     @id @default(autoincrement())
  amount  Decimal
  orderId Int
  order   Order   @relation(fields: [orderId], references: [id])
}
`

const TABLES = ['User', 'Group', '_GroupToUser', 'Order', 'Payment']

const ROWS = `
INSERT INTO "User" ("email", "role", "permissions") VALUES ('ada@example.com', 'ADMIN', 'everything'), ('bob@example.com', 'CUSTOMER', 'none');
INSERT INTO "Group" ("name") VALUES ('one'), ('two');
INSERT INTO "_GroupToUser" ("A", "B") VALUES (1, 1), (2, 2);
INSERT INTO "Order" ("userId") VALUES (1), (2);
INSERT INTO "Payment" ("amount", "orderId") VALUES (10, 1), (20, 2);
`

const many = (type: string) => ({ type, many: true })
const one = (type: string) => ({ type, many: false })

const TARGETS: Targets = {
  users: {
    attributes: { email: 'eve@example.com' },
    relationships: { orders: many('orders'), groups: many('groups') },
  },
  groups: { attributes: { name: 'three' }, relationships: { users: many('users') } },
  orders: {
    attributes: { status: 'paid' },
    relationships: { user: one('users'), payments: many('payments') },
  },
  payments: { attributes: { amount: '0.01' }, relationships: { order: one('orders') } },
}

/** Strings that no response may contain: names of hidden columns, and their values. */
const HIDDEN = /role|is_?admin|permissions|balance|password|token|secret|ADMIN|everything/i

// The output of `init` differs between databases only in type names. Only a soak tests all servers.
const [embedded, ...servers] = projectDatabases
const DATABASES = [...(embedded ? [embedded] : []), ...oneIn(2, servers)]

describe.each(DATABASES)(
  'security/init (20.20) on $name: a shop with users, orders and payments',
  ({ name }) => {
    let project: Project
    let server: Started
    /** The schema that `init` wrote. */
    let schema: string

    beforeAll(async () => {
      project = await Project.with('security-init', DATAMODEL, name)
      await project.execute(ROWS)
      await project.run('init', '--server')
      schema = await readFile(join(project.folder, 'schema.yaml'), 'utf8')
    }, 120_000)

    afterAll(async () => {
      await server?.terminate()
      await project.remove()
    })

    test('`generate` reports no problems in the first schema, and nobody may read until the guard is edited in the file that the log names', async () => {
      expect(await project.run('generate', '--strict')).not.toContain('JG7')
      const read = async (): Promise<readonly number[]> => {
        server = await project.start()
        const answers = await sendAll(
          server.url,
          Object.keys(TARGETS).flatMap((type) => [
            { method: 'GET', path: `/${type}` },
            { method: 'GET', path: `/${type}/1` },
            { method: 'GET', path: `/users?include=${type}` },
          ]),
        )
        return [...new Set(answers.map(({ status }) => status))]
      }
      expect(await read()).toEqual([403])
      expect((await server.terminate()).printed).toContain(
        'Nobody may read yet. To change this, edit mayRead in src/api/application.controller.ts.',
      )
      const controller = join(project.folder, 'src/api/application.controller.ts')
      const text = await readFile(controller, 'utf8')
      await write(
        project.folder,
        'src/api/application.controller.ts',
        text.replace('return false', 'return true'),
      )
      expect((await read()).includes(200)).toBe(true)
    }, 240_000)

    test('with the first schema, every write by an anonymous client is rejected and changes no row', async () => {
      const before = await project.rows(TABLES)
      const attacks = writesOf(TARGETS)
      const answers = await sendAll(server.url, attacks)
      expect(answers.filter((answer) => !isRefused(answer))).toEqual([])
      expect(await project.rows(TABLES)).toEqual(before)
      expect(attacks.length).toBeGreaterThan(150)
    }, 120_000)

    test('with the first schema, no response contains omitted columns', async () => {
      const names = ['role', 'is_admin', 'permissions', 'accountBalance', 'passwordHash', 'apiToken']
      const paths = [
        '/users?include=orders.payments,groups.users',
        '/orders?include=user,payments',
        '/payments?include=order.user',
        '/groups?include=users',
        '/openapi.json',
        '/',
        ...names.flatMap((name) => [
          `/users?filter[${name}]=1`,
          `/users?fields[users]=${name}`,
          `/users?sort=${name}`,
          `/users?stats[${name}]=maximum`,
          `/users?extra_fields[users]=${name}`,
          `/orders?filter[user.${name}]=ADMIN`,
          `/orders?sort=user.${name}`,
          `/users/1/${name}`,
        ]),
      ]
      const answers = await sendAll(
        server.url,
        paths.map((path) => ({ method: 'GET', path })),
      )
      const echoed = new RegExp(names.join('|'), 'g')
      const shown = answers.filter(({ status, text }) => status < 400 && HIDDEN.test(text))
      const told = answers.filter(({ text }) => HIDDEN.test(text.replaceAll(echoed, '')))
      expect({ shown, told }).toEqual({ shown: [], told: [] })
    })

    test('following the comment at the top of the first schema opens an action only to the staff, and `generate --strict` reports no problems', async () => {
      const [, actions = ''] = /^# {3}(actions: .*)$/m.exec(schema) ?? []
      const opened = schema.replace(/(  orders:\n    )actions: .*/, `$1${actions}`)
      expect([actions.match(/isStaff/g)?.length, opened]).toEqual([
        2,
        expect.stringContaining(`    ${actions}`),
      ])
      await write(project.folder, 'schema.yaml', opened)
      await write(
        project.folder,
        'src/api/application.controller.ts',
        (await readFile(join(project.folder, 'src/api/application.controller.ts'), 'utf8')).replace(
          /\}\s*$/,
          "  isStaff(): boolean {\n    return this.request?.headers.get('authorization') === 'Bearer secret'\n  }\n}\n",
        ),
      )
      await rm(join(project.folder, 'src/api/routes/orders.routes.ts'))
      expect(await project.run('generate', '--strict')).not.toContain('JG')

      await server.terminate()
      server = await project.start()
      const before = await project.rows(TABLES)
      const answers = await sendAll(server.url, writesOf(TARGETS))
      expect(answers.filter((answer) => !isRefused(answer))).toEqual([])
      expect(await project.rows(TABLES)).toEqual(before)
      const data = {
        type: 'orders',
        attributes: { status: 'open' },
        relationships: { user: { data: { type: 'users', id: '1' } } },
      }
      const headers = { authorization: 'Bearer secret' }
      const staff = await sendAll(server.url, [
        { method: 'POST', path: '/orders', body: { data }, headers },
        { method: 'PATCH', path: '/users/1', body: { data: { type: 'users', id: '1' } }, headers },
      ])
      expect(staff.map(({ status }) => status)).toEqual([201, 405])
    }, 120_000)

    test('attacks that the first schema prevents succeed if the closed actions are opened', async () => {
      const opened = schema.replaceAll(
        /index: mayRead, show: mayRead, create: false, update: false, destroy: false/g,
        'index: true, show: true, create: true, update: true, destroy: true',
      )
      await write(
        project.folder,
        'schema.yaml',
        opened.replaceAll('    actions:', '    public: true\n    actions:'),
      )
      await server.terminate()
      for (const type of Object.keys(TARGETS)) {
        await rm(join(project.folder, `src/api/routes/${type}.routes.ts`))
      }
      await project.run('generate', '--strict')
      server = await project.start()
      const before = await project.rows(TABLES)
      const answers = await sendAll(server.url, writesOf(TARGETS))
      const through = answers.filter(({ status }) => status < 300).map(({ attack }) => attack.split(' ')[0])
      expect([...new Set(through)].toSorted()).toEqual(['DELETE', 'PATCH', 'POST'])
      expect(await project.rows(TABLES)).not.toEqual(before)
    }, 120_000)
  },
)

/** Whether a request was rejected because of its effect. A malformed request would prove nothing. */
const isRefused = ({ status, text }: Answered): boolean =>
  [403, 404, 405].includes(status) || text.includes('POST can be overridden only with PATCH.')
