import type { ResourceClass } from '@jsonapi-gen/runtime'
import { PAIRED } from './models.js'

/**
 * Changes a resource with one-column keys to the keys of scripts/lib/pairs.js: its id, the foreign keys of its
 * relationships, and its filters by foreign keys. A polymorphic relationship refers to the number, which is not part
 * of a key.
 */
export function inPairs(resource: ResourceClass): void {
  const { config } = resource
  const isPaired = PAIRED.has(String(config.model))
  if (isPaired) resource.id({ idHigh: 'integer', idLow: 'integer' })
  for (const sideload of config.sideloads.values()) {
    config.sideloads.set(sideload.name, sideloadInPairs(sideload))
  }
  for (const name of config.filters.keys()) {
    if (!isPaired || !name.endsWith('Id')) continue
    config.filters.delete(name)
    resource.allowFilter(`${name.slice(0, -'Id'.length)}.id`)
  }
}

type SideloadConfig = ResourceClass['config']['sideloads'] extends Map<string, infer Each> ? Each : never

/** A foreign key as it is declared for either kind of key. */
export const columnsOf = (key: 'single' | 'pair', column: string): string | readonly string[] =>
  key === 'single' ? column : pairColumns([column])

/** The column with a record's number, which a single-column relationship refers to. */
export const numberColumn = (key: 'single' | 'pair'): string => (key === 'single' ? 'id' : 'number')

const pairColumns = (columns: readonly string[]): readonly string[] =>
  columns.flatMap((column) => {
    const of = column.replace(/Id$/, '')
    return [`${of}High`, `${of}Low`]
  })

function sideloadInPairs(sideload: SideloadConfig): SideloadConfig {
  switch (sideload.kind) {
    case 'hasMany':
    case 'hasOne':
    case 'belongsTo':
      return { ...sideload, foreignKey: pairColumns(sideload.foreignKey) }
    case 'hasAndBelongsToMany': {
      const { join, joinKey } = sideload
      // The blog has no join models of its own, so the key was named like the related records' model.
      const column = joinKey[0] === 'id' ? join.replace(/s$/, '') : joinKey[0]
      return { ...sideload, joinKey: pairColumns([column ?? '']) }
    }
    case 'polymorphicHasMany':
      return { ...sideload, primaryKey: ['number'] }
    case 'polymorphicBelongsTo':
      return {
        ...sideload,
        groups: new Map(
          [...sideload.groups].map(([value, group]) => [value, { ...group, primaryKey: ['number'] }]),
        ),
      }
    case 'custom':
      return sideload
  }
}
