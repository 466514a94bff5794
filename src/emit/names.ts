import { pascalCase } from '../name/words.js'
import type { ResourceSchema, Schema } from '../schema/schema.js'
import type { ImportedName } from './file.js'
import { storedRecord } from './store-file.js'

/** Names that a generated file has for itself; a Prisma model of the same name is imported under another. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  'ApplicationController',
  'ApplicationResource',
  'Bytes',
  'CustomFilter',
  'Date',
  'Decimal',
  'DefaultScopes',
  'Filter',
  'Json',
  'Database',
  'KyselyScope',
  'NullAdapter',
  'Prisma',
  'PrismaScope',
  'Promise',
  'QueryOf',
  'Record',
  'ToMany',
  'ToOne',
])

/** How a generated file names what it takes from elsewhere. */
export interface Names {
  /** `Post` */
  readonly stem: string
  /** `PostShape` */
  readonly shape: string
  /** `PostQuery` */
  readonly query: string
  /** `PostResourceBase` */
  readonly base: string
  /** `PostResource` */
  readonly resource: string
  /** The type of one record: the model of the Prisma Client, or an interface of the same file. */
  readonly record: string
  /** `PostRecord`: the model of the Prisma Client with the application's own types of JSON, where it has some. */
  readonly typedRecord: string
  /** `Post`, or `Filter as FilterModel`: from the Prisma Client, or from `store.gen.ts`. Undefined for an interface of the same file. */
  readonly recordImport: ImportedName | undefined
}

/** Whether a generated file has a name for something of ours, or for another resource's shape. */
export function isOwnName(
  name: string,
  { shape, query, base, resource, record, typedRecord }: Names,
): boolean {
  const own = [shape, query, base, resource, record, typedRecord]
  return OWN_NAMES.has(name) || own.includes(name) || name.endsWith('Shape')
}

/** The name of the input of an action: `PostPublishInput`. */
export const inputName = ({ stem }: Pick<Names, 'stem'>, action: string): string =>
  `${stem}${pascalCase(action)}Input`

/** The names of one resource's generated file. */
export function namesOf(resource: ResourceSchema, schema: Pick<Schema, 'client'>): Names {
  const { stem } = resource.names
  const base = {
    stem,
    shape: `${stem}Shape`,
    query: `${stem}Query`,
    base: `${stem}ResourceBase`,
    resource: `${stem}Resource`,
    typedRecord: resource.model === `${stem}Record` ? `${stem}TypedRecord` : `${stem}Record`,
  }
  const { model } = resource
  const isImported =
    resource.adapter === 'kysely' || (resource.adapter === 'prisma' && schema.client !== undefined)
  if (!isImported || model === undefined) {
    return { ...base, record: `${model ?? stem}Record`, recordImport: undefined }
  }
  const name = resource.adapter === 'kysely' ? storedRecord(model) : model
  const isTaken =
    OWN_NAMES.has(model) || [base.shape, base.query, base.base].includes(model) || model.endsWith('Shape')
  const record = isTaken ? `${model}Model` : model
  return { ...base, record, recordImport: isTaken && name !== record ? { name, alias: record } : { name } }
}
