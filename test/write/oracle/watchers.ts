import type { Comparison } from '@jsonapi-gen/runtime/adapter'
import {
  type RelatedPayloads,
  type ResourceClass,
  ValidationError,
  type WriteMeta,
} from '@jsonapi-gen/runtime'

type Columns = Readonly<Record<string, unknown>>

/** The data that application code receives about one record in a write. */
export interface Note {
  readonly type: string
  readonly operation: string
  readonly columns: Columns
}

/** The notes of the watchers in the current transaction. */
export type Notes = Note[]

/** Application code that takes part in the writes of one resource. */
export type Watcher = keyof typeof WATCHERS

export type Watch = readonly [type: string, watcher: Watcher]

export function watched(
  resources: Readonly<Record<string, ResourceClass>>,
  watches: readonly Watch[],
  notes: Notes,
): Readonly<Record<string, ResourceClass>> {
  const all: Record<string, ResourceClass> = { ...resources }
  for (const [type, watcher] of watches) {
    const resource = all[type]
    if (resource) all[type] = WATCHERS[watcher](resource, notes)
  }
  return all
}

/** The column whose text identifies records. */
function textOf({ config }: ResourceClass): string {
  const [first] = [...config.attributes.values()].filter(({ type }) => type.kind === 'string')
  return first?.column ?? 'id'
}

const isNullable = (resource: ResourceClass): boolean =>
  [...resource.config.attributes.values()].some(
    ({ column, type }) => column === textOf(resource) && type.nullable,
  )

/** Whether a record is in the third of all records that watchers reject. */
const isBad = (text: unknown): boolean => /[147](?:@.*)?$/.test(String(text))

/** Narrows a scope by the end of the records' text, so that it hides some records. */
const narrowed = (resource: ResourceClass, scope: unknown): never => {
  const condition: Comparison = {
    kind: 'compare',
    name: 'watched',
    through: [],
    column: textOf(resource),
    operator: 'not_suffix',
    value: '4',
    type: { kind: 'string', list: false, nullable: isNullable(resource), values: [] },
  }
  const { adapter } = resource.config
  if (!adapter) throw new Error('A resource of this test has an adapter.')
  return adapter.narrow(scope, condition, {
    ...resource.config,
    primaryKey: ['id'],
    version: undefined,
    exact: new Set(),
  }) as never
}

const refusal = (resource: ResourceClass, by: string): ValidationError =>
  new ValidationError({ attribute: textOf(resource), message: `is refused by ${by}` })

const changedBy = (resource: ResourceClass, columns: Columns): Columns => {
  const name = textOf(resource)
  return typeof columns[name] === 'string'
    ? { ...columns, [name]: `changed ${String(columns[name])}` }
    : columns
}

const WATCHERS = {
  'create passes': (resource: ResourceClass, notes: Notes): ResourceClass =>
    class extends resource {
      override create(columns: Columns, parent?: object) {
        notes.push({ type: resource.config.type, operation: 'create', columns })
        return super.create(columns, parent)
      }
    },
  'create changes': (resource: ResourceClass): ResourceClass =>
    class extends resource {
      override create(columns: Columns, parent?: object) {
        return super.create(changedBy(resource, columns), parent)
      }
    },
  'create refuses': (resource: ResourceClass): ResourceClass =>
    class extends resource {
      override create(columns: Columns, parent?: object) {
        if (isBad(columns[textOf(resource)])) throw refusal(resource, 'create')
        return super.create(columns, parent)
      }
    },
  'update passes': (resource: ResourceClass, notes: Notes): ResourceClass =>
    class extends resource {
      override update(columns: Columns, parent?: object) {
        notes.push({ type: resource.config.type, operation: 'update', columns })
        return super.update(columns, parent)
      }
    },
  'update refuses': (resource: ResourceClass): ResourceClass =>
    class extends resource {
      override async update(columns: Columns, parent?: object) {
        const record = await super.update(columns, parent)
        if (isBad(Reflect.get(Object(record), textOf(resource)))) throw refusal(resource, 'update')
        return record
      }
    },
  'destroy passes': (resource: ResourceClass, notes: Notes): ResourceClass =>
    class extends resource {
      override destroy(id: unknown, parent?: object) {
        notes.push({ type: resource.config.type, operation: 'destroy', columns: { id } })
        return super.destroy(id, parent)
      }
    },
  'destroy refuses': (resource: ResourceClass): ResourceClass =>
    class extends resource {
      override async destroy(id: unknown, parent?: object) {
        const record = await super.destroy(id, parent)
        if (isBad(Reflect.get(Object(record), textOf(resource)))) throw refusal(resource, 'destroy')
        return record
      }
    },
  'associate passes': (resource: ResourceClass, notes: Notes): ResourceClass =>
    class extends resource {
      override associate(parent: object, child: object, name: string, kind: string) {
        notes.push(linkNote(resource, 'associate', parent, child, name))
        return super.associate(parent, child, name, kind)
      }
    },
  'associate refuses': (resource: ResourceClass): ResourceClass =>
    class extends resource {
      override associate(parent: object, child: object, name: string, kind: string) {
        if (Object.values(child).some((value) => typeof value === 'string' && isBad(value))) {
          throw refusal(resource, 'associate')
        }
        return super.associate(parent, child, name, kind)
      }
    },
  'disassociate passes': (resource: ResourceClass, notes: Notes): ResourceClass =>
    class extends resource {
      override disassociate(parent: object, child: object, name: string, kind: string) {
        notes.push(linkNote(resource, 'disassociate', parent, child, name))
        return super.disassociate(parent, child, name, kind)
      }
    },
  'persist passes': (resource: ResourceClass, notes: Notes): ResourceClass =>
    class extends resource {
      override persistWithRelationships(
        meta: WriteMeta,
        columns: Columns,
        relationships: RelatedPayloads,
        caller?: object,
      ) {
        notes.push({ type: resource.config.type, operation: `persist ${meta.method}`, columns })
        return super.persistWithRelationships(meta, columns, relationships, caller)
      }
    },
  'persist changes': (resource: ResourceClass): ResourceClass =>
    class extends resource {
      override persistWithRelationships(
        meta: WriteMeta,
        columns: Columns,
        relationships: RelatedPayloads,
        caller?: object,
      ) {
        return super.persistWithRelationships(meta, changedBy(resource, columns), relationships, caller)
      }
    },
  'persist twice': (resource: ResourceClass): ResourceClass =>
    class extends resource {
      override async persistWithRelationships(
        meta: WriteMeta,
        columns: Columns,
        relationships: RelatedPayloads,
        caller?: object,
      ) {
        await super.persistWithRelationships(meta, columns, relationships, caller)
        return super.persistWithRelationships(meta, columns, relationships, caller)
      }
    },
  'persist itself': (resource: ResourceClass): ResourceClass =>
    class extends resource {
      override async persistWithRelationships(
        meta: WriteMeta,
        columns: Columns,
        relationships: RelatedPayloads,
        caller?: object,
      ) {
        return meta.method === 'create' && Object.keys(relationships).length === 0
          ? Object(await this.create(columns, caller))
          : super.persistWithRelationships(meta, columns, relationships, caller)
      }
    },
  'hooks note': (resource: ResourceClass, notes: Notes): ResourceClass =>
    class extends resource {
      static {
        for (const moment of ['beforeCommit', 'afterCommit'] as const) {
          for (const action of ['create', 'update', 'destroy'] as const) {
            this[moment](action, (record: unknown) => {
              notes.push({
                type: resource.config.type,
                operation: `${moment} ${action}`,
                columns: Object(record),
              })
            })
          }
        }
      }
    },
  'hooks refuse': (resource: ResourceClass): ResourceClass =>
    class extends resource {
      static {
        this.beforeCommit(['create', 'update', 'destroy'], (record: unknown) => {
          if (isBad(Reflect.get(Object(record), textOf(resource)))) throw refusal(resource, 'beforeCommit')
        })
      }
    },
  'update is hooked': (resource: ResourceClass, notes: Notes): ResourceClass =>
    class extends resource {
      static {
        this.beforeCommit('update', (record: unknown) => {
          notes.push({
            type: resource.config.type,
            operation: 'beforeCommit update',
            columns: Object(record),
          })
        })
      }
    },
  'validate refuses': (resource: ResourceClass): ResourceClass =>
    class extends resource {
      override validate(columns: Columns) {
        return isBad(columns[textOf(resource)]) ? refusal(resource, 'validate').issues : []
      }
    },
  'validateGraph notes': (resource: ResourceClass, notes: Notes): ResourceClass =>
    class extends resource {
      override validateGraph(record: object) {
        notes.push({ type: resource.config.type, operation: 'validateGraph', columns: { ...record } })
        return []
      }
    },
  'validateGraph refuses': (resource: ResourceClass): ResourceClass =>
    class extends resource {
      override validateGraph(record: object) {
        const isRefused = isBad(Reflect.get(record, textOf(resource)))
        return isRefused ? refusal(resource, 'validateGraph').issues : []
      }
    },
  'base scope hides': (resource: ResourceClass): ResourceClass =>
    class extends resource {
      override baseScope(context?: object) {
        return narrowed(resource, super.baseScope(context))
      }
    },
  'default filter hides': (resource: ResourceClass): ResourceClass =>
    class extends resource {
      static {
        this.defaultFilter('watched', (scope: unknown) => narrowed(resource, scope))
      }
    },
  'resolve passes': (resource: ResourceClass): ResourceClass =>
    class extends resource {
      override resolve(scope: never) {
        return super.resolve(scope)
      }
    },
  'policy on read': (resource: ResourceClass): ResourceClass => policed(resource, 'read'),
  'policy on create': (resource: ResourceClass): ResourceClass => policed(resource, 'create'),
  'policy on update': (resource: ResourceClass): ResourceClass => policed(resource, 'update'),
  'policy on updated': (resource: ResourceClass): ResourceClass => policed(resource, 'updated'),
  'policy on destroy': (resource: ResourceClass): ResourceClass => policed(resource, 'destroy'),
  'guards all': (resource: ResourceClass): ResourceClass =>
    class extends resource {
      static {
        this.actions({ index: true, show: true, create: 'isEditor', update: 'isEditor', destroy: 'isEditor' })
      }
    },
  'versions count': (resource: ResourceClass): ResourceClass => {
    const counter = [...resource.config.attributes.values()].find(
      ({ type, column, default: byDefault }) =>
        type.kind === 'integer' && byDefault !== undefined && column !== 'tenantId',
    )
    if (!counter) return resource
    return class extends resource {
      static {
        this.version(counter.name)
      }
    }
  },
  restricts: (resource: ResourceClass): ResourceClass =>
    class extends resource {
      static {
        for (const sideload of resource.config.sideloads.values()) {
          const {
            kind,
            name,
            resource: target,
          } = sideload as { kind: string; name: string; resource: string }
          if (kind !== 'hasMany') continue
          const { foreignKey, primaryKey } = sideload as {
            foreignKey: readonly string[]
            primaryKey?: readonly string[]
          }
          this.hasMany(name, {
            resource: target,
            foreignKey: [...foreignKey],
            dependent: 'restrict',
            ...(primaryKey && { primaryKey: [...primaryKey] }),
          })
        }
      }
    },
}

const policed = (
  resource: ResourceClass,
  policy: 'read' | 'create' | 'update' | 'updated' | 'destroy',
): ResourceClass =>
  class extends resource {
    static {
      this.scopes({ [policy]: (scope: unknown) => narrowed(resource, scope) })
    }
  }

const linkNote = (
  { config }: ResourceClass,
  operation: string,
  parent: object,
  child: object,
  name: string,
): Note => ({
  type: config.type,
  operation: `${operation} ${name}`,
  columns: { parent: { ...parent }, child: { ...child } },
})

export const ALL_WATCHERS = Object.keys(WATCHERS) as readonly Watcher[]
