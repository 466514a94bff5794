import { blocksOf } from './blocks.js'
import type { Beside } from './guide-project.js'
import { merged, textOfTree, treeOf } from './schema-trees.js'

const shown = ([block]: ReturnType<typeof blocksOf>): string => block?.text ?? ''

const MODELS = `
model Invoice {
  id         Int       @id @default(autoincrement())
  amount     Decimal
  margin     Decimal   @default(0)
  tenantId   Int       @default(1)
  ownerId    Int       @default(1)
  customerId Int?
  customer   Customer? @relation(fields: [customerId], references: [id])
}

model Customer {
  id       Int       @id @default(autoincrement())
  name     String
  tenantId Int       @default(1)
  invoices Invoice[]
}

model Country {
  id   Int    @id @default(autoincrement())
  name String
}
`

/** A program that uses the code: it creates a few invoices and sends requests from several users. */
const MAIN = `
import { createApi, withoutPolicies } from '@jsonapi-gen/runtime'
import { prisma } from '../prisma.js'
import type { Locals } from './application.controller.js'
import { registry } from './generated/index.gen.js'
import { controllers } from './generated/routes.gen.js'
import { InvoiceResource } from './invoice.resource.js'

const said: string[] = []
const log = { info: (told: Readonly<Record<string, unknown>>) => said.push(String(told['rule'])) }

export const api =
${shown(blocksOf('docs/policies.md', 'ts', 'What a client learns'))}
${shown(blocksOf('docs/policies.md', 'ts', 'Finding the rule that hid something'))}

await prisma.invoice.createMany({
  data: [
    { amount: '1', tenantId: 1, ownerId: 1 },
    { amount: '2', tenantId: 2, ownerId: 2 },
  ],
})
const user = (id: number, tenantId: number, ...roles: string[]): Locals => ({ user: { id, tenantId, roles } })
const PEOPLE: Readonly<Record<string, Locals>> = {
  nobody: { user: undefined },
  member: user(1, 1),
  accountant: user(1, 1, 'accountant'),
  stranger: user(3, 3),
}
const ask = async (who: string, method: string, path: string, data?: object): Promise<[number, unknown]> => {
  const headers = { 'content-type': 'application/vnd.api+json' }
  const init = { method, ...(data && { headers, body: JSON.stringify({ data }) }) }
  const answer = await api.fetch(new Request('http://billing.test' + path, init), PEOPLE[who]!)
  const text = await answer.text()
  return [answer.status, text === '' ? undefined : JSON.parse(text)]
}
const idsFor = async (who: string): Promise<unknown> => {
  const [, body] = await ask(who, 'GET', '/invoices')
  return (body as { data: { id: string }[] }).data.map(({ id }) => id)
}
const told: Record<string, unknown> = { lists: {}, updates: {}, destroys: {} }
for (const who of Object.keys(PEOPLE)) {
  const change = { type: 'invoices', id: '1', attributes: { amount: '3' } }
  Object.assign(told['lists'] as object, { [who]: await idsFor(who) })
  Object.assign(told['updates'] as object, { [who]: (await ask(who, 'PATCH', '/invoices/1', change))[0] })
  if (who !== 'accountant') {
    Object.assign(told['destroys'] as object, { [who]: (await ask(who, 'DELETE', '/invoices/1'))[0] })
  }
}

${shown(blocksOf('docs/policies.md', 'ts', 'In process')).replace('await later()', 'const { data: behind } = await later()')}
console.log(JSON.stringify({ ...told, said, withoutPolicies: data.length, underPolicies: behind.length }))
await prisma.$disconnect()
`

/** The API in docs/policies.md: two of its schemas combined, with the code that the page shows. */
export function billing(): Beside {
  const policies = treeOf(shown(blocksOf('docs/policies.md', 'yaml', 'Policies')))
  const defaults = treeOf(shown(blocksOf('docs/policies.md', 'yaml', 'Rules for every resource')))
  const around = treeOf(`
generate: { output: src/billing, framework: express }
prisma: { schema: prisma/schema.prisma }
resources: { customers: { attributes: { name: } } }
`)
  return {
    models: MODELS,
    schema: ['billing.yaml', textOfTree(merged(merged(around, defaults), policies))],
    files: {
      'src/billing/application.controller.ts': `
import { ResourceController, Unauthorized } from '@jsonapi-gen/runtime'
import type { Guards } from './generated/index.gen.js'

export interface Locals {
  readonly user: { readonly id: number; readonly tenantId: number; readonly roles: readonly string[] } | undefined
}

${shown(blocksOf('docs/policies.md', 'ts', 'Guards'))}`,
      'src/billing/application.resource.ts': `
import { Resource, type Shape } from '@jsonapi-gen/runtime'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { prisma } from '../prisma.js'
import type { ApplicationController } from './application.controller.js'
import type { DefaultScope, DefaultScopes } from './generated/index.gen.js'

${shown(blocksOf('docs/policies.md', 'ts', 'Rules for every resource'))}
ApplicationResource.useAdapter(new PrismaAdapter(prisma))
`,
      'src/billing/invoice.resource.ts': shown(blocksOf('docs/policies.md', 'ts', 'Scopes')),
      'src/billing/routes/index.ts': `
import { toExpress } from '@jsonapi-gen/runtime/express'
import type { RequestHandler } from 'express'
import { api } from '../main.js'

export const routes: RequestHandler = toExpress(api, () => ({ user: undefined }))
`,
      'src/billing/main.ts': MAIN,
    },
  }
}
