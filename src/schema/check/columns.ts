import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import type { DeclaredAttribute, DeclaredResource, DeclaredSideload } from '../declared.js'
import { columnOf } from '../directory.js'

/**
 * Reports attributes whose column another attribute already shows (JG416, rule 14.9), and renamed attributes whose
 * name is also a key, or whose column has the name of a sideload.
 */
export function checkColumns(resource: DeclaredResource, report: Report): void {
  const { attributes, idAttribute, key, sideloads } = resource
  const listed = attributes.kind === 'listed' ? attributes.items : []
  const keys = new Set([...(key ? [] : [idAttribute?.value ?? 'id']), ...sideloads.flatMap(keysOf)])
  const byColumn = new Map<string, DeclaredAttribute>()
  for (const attribute of listed.filter(({ computed }) => !computed)) {
    const { name, column } = attribute
    const at = column?.at ?? name.at
    const first = byColumn.get(columnOf(attribute))
    byColumn.set(columnOf(attribute), first ?? attribute)
    if (first && first.name.value !== name.value) {
      const message = `${quoted(name.value)} and ${quoted(first.name.value)} both use the column ${quoted(columnOf(attribute))}`
      report.add('JG416', at, message, {
        related: [{ at: first.name.at, message: 'the first one is here' }],
        help: 'remove one of them: a column can have only one name in the API',
      })
    }
    if (column === undefined || column.value === name.value) continue
    if (keys.has(name.value)) {
      const message = `${quoted(name.value)} is a key of ${quoted(resource.type.value)}, so an attribute with that name cannot use another column`
      report.add('JG416', name.at, message, { help: 'choose a different name for the attribute' })
    }
    const sideload = sideloads.find((each) => each.name.value === column.value)
    if (sideload) {
      const message = `In a record, the sideload ${quoted(column.value)} would replace the column of ${quoted(name.value)}`
      report.add('JG416', column.at, message, {
        related: [{ at: sideload.name.at, message: 'the sideload is here' }],
        help: 'choose a different name for the sideload',
      })
    }
  }
}

/** The columns of a record that one of its sideloads uses. */
export function keysOf({ kind, foreignKey, groupBy, groups }: DeclaredSideload): readonly string[] {
  switch (kind?.value) {
    case 'belongsTo':
      return (foreignKey ?? []).map(({ value }) => value)
    case 'polymorphicBelongsTo':
      return [groupBy, ...groups.map((group) => group.foreignKey)].flatMap((each) => each?.value ?? [])
    default:
      return []
  }
}
