import type { Schema } from '../schema/schema.js'
import type { StoreSchema } from '../schema/store.js'
import type { Literal } from '../schema/types.js'
import type { FileNode } from './file.js'
import { importOf } from './import.js'
import { key, literal } from './layout/code.js'
import { layOut, LINE_END } from './layout/doc.js'

/** The path of the store's facts. No resource's file has that name, because the singular of `facts` is `fact`. */
export const FACTS_PATH = 'generated/facts.gen.ts'

/** The path of the facts together with the Prisma Client's additions, if these are needed. */
export const PRISMA_FACTS_PATH = 'generated/prisma-facts.gen.ts'

/**
 * `facts.gen.ts`: the store's facts about each model, which its adapter needs (rule 23.13). Each column has its own
 * line.
 */
export function emitFactsFile(store: StoreSchema): FileNode {
  return {
    path: FACTS_PATH,
    note: 'The facts about the database, according to the datamodel.',
    isOfAll: true,
    imports: [importOf('@jsonapi-gen/runtime/v1', [{ name: 'StoreFacts' }], { typesOnly: true })],
    statements: [
      {
        kind: 'const',
        docs: ['The models of the resources, and those that their relations refer to.'],
        isExported: true,
        declarations: [{ name: 'store', type: 'StoreFacts', initializer: membersOf(store, 0, PLAN) }],
      },
    ],
  }
}

/** `prisma-facts.gen.ts`: the same facts with `Prisma.AnyNull`, which compares a JSON column with null. */
export function emitPrismaFactsFile(client: string, fileOf: (path: string) => string): FileNode {
  return {
    path: PRISMA_FACTS_PATH,
    note: 'The facts about the database, with a value from the Prisma Client.',
    isOfAll: true,
    imports: [
      importOf('@jsonapi-gen/runtime/v1', [{ name: 'StoreFacts' }], { typesOnly: true }),
      importOf(client, [{ name: 'Prisma' }]),
      importOf(fileOf('./facts.gen'), [{ name: 'store', alias: 'facts' }]),
    ],
    statements: [
      {
        kind: 'const',
        docs: ['The facts about the store, and the value that Prisma uses to find nulls in a JSON column.'],
        isExported: true,
        declarations: [
          { name: 'store', type: 'StoreFacts', initializer: '{ ...facts, anyNull: Prisma.AnyNull }' },
        ],
      },
    ],
  }
}

/**
 * Whether a resource on Prisma needs a fact that only the Prisma Client has, because a JSON column may be compared with
 * null. Resources on other adapters must compile without a client.
 */
export function needsPrisma({ store, resources }: Pick<Schema, 'store' | 'resources'>): boolean {
  if (!store || resources.every(({ adapter }) => adapter !== 'prisma')) return false
  return Object.values(store.models).some(({ columns }) =>
    Object.values(columns).some((column) =>
      /^json\b/.test((typeof column === 'string' ? column : column.type) ?? ''),
    ),
  )
}

/** The members whose own members are written one per line, regardless of length. `*` means any. */
interface Plan {
  readonly [member: string]: Plan
}

const PLAN: Plan = { enums: {}, models: { '*': { columns: {}, relations: {}, unique: {} } } }

function membersOf(value: object, depth: number, plan: Plan): string {
  const margin = '  '.repeat(depth + 1)
  const lines = Object.entries(value).map(([name, member]: [string, Literal | object]) => {
    const inner = plan[name] ?? plan['*']
    const spelled = key(name)
    if (inner && isMap(member)) return `${margin}${spelled}: ${membersOf(member, depth + 1, inner)},`
    const text = layOut(literal(member as Literal), {
      depth: depth + 1,
      before: spelled.length + 2,
      after: 1,
    })
    return `${margin}${spelled}: ${text},`
  })
  return ['{', ...lines, `${'  '.repeat(depth)}}`].join(LINE_END)
}

const isMap = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
