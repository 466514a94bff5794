import { sameColumns } from '../../adapter/rows/column-values.js'
import { keepsLinked, type WriteNode, type WriteRelationship } from './node.js'

/** The link that an entry of a request mentions, and whether the two records are linked afterwards. */
export interface Mention {
  /** The link: the type and the columns of a key, or a join. */
  readonly link: string
  /** The columns of the key; undefined for a join, in which a record may have many links. */
  readonly columns: readonly string[] | undefined
  /** The record at the first end, which has the key if there is one. */
  readonly first: WriteNode
  /** The record at the second end; null if the key will refer to none. */
  readonly second: WriteNode | null
  readonly isUnlinked: boolean
  readonly by: WriteRelationship
  /** Whether the record at the first end has the relationship. */
  readonly isFromFirst: boolean
  readonly pointer: string | undefined
}

/** The end of a link at which a relationship is, if its records are in a set. */
export interface SetEnd extends Pick<Mention, 'link' | 'columns'> {
  readonly isFirst: boolean
}

/** The links that a request mentions, through the relationships of both ends. */
export const mentionsIn = (nodes: readonly WriteNode[]): readonly Mention[] =>
  nodes.flatMap((node) =>
    node.method === 'destroy'
      ? []
      : node.relationships.flatMap((by) => (by.declared.holder === 'owner' ? ofOwnKeys(by) : ofSet(by))),
  )

/** The end at which the owner of a set is; undefined if methods of the application decide. */
export function endOf(by: WriteRelationship): SetEnd | undefined {
  const [{ link, join, target, pairs } = {}] = by.declared.relations
  if (link === undefined || !target) return undefined
  if (!join) {
    const columns = pairs?.target ?? []
    return { link: linkOfKey(target.type, columns), columns, isFirst: false }
  }
  const ends = join.records
    ? [JSON.stringify(join.records.key), JSON.stringify(join.records.otherKey)]
    : [by.declared.owner.type, target.type]
  const [first = '', second = ''] = ends
  return { link, columns: undefined, isFirst: first <= second }
}

/**
 * The foreign keys of existing records that the request sets, to be found by `keyName`: a record that one set leaves out
 * may be linked elsewhere.
 */
export function linkedKeys(mentions: readonly Mention[]): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const { first, columns, second, isUnlinked } of mentions) {
    if (columns && first.id !== undefined && second && !isUnlinked) {
      keys.add(keyName(first.resource.type, first.id, columns))
    }
  }
  return keys
}

/** The name of a foreign key of a record in such a set. */
export const keyName = (type: string, id: string, columns: readonly string[]): string =>
  JSON.stringify([type, id, ...columns.toSorted()])

const linkOfKey = (type: string, columns: readonly string[]): string =>
  JSON.stringify([type, ...columns.toSorted()])

function ofSet(by: WriteRelationship): readonly Mention[] {
  const end = endOf(by)
  if (!end) return []
  const { link, columns, isFirst } = end
  return by.references.flatMap((reference): readonly Mention[] => {
    const { node: member, method } = reference
    // A destroyed record has no key.
    if (columns && method === 'destroy') return []
    const [first, second] = isFirst ? [by.node, member] : [member, by.node]
    const pointer = reference.pointer ?? (columns ? undefined : by.pointer)
    return [
      {
        link,
        columns,
        first,
        second,
        isUnlinked: !keepsLinked(reference),
        by,
        isFromFirst: isFirst,
        pointer,
      },
    ]
  })
}

/** A key that its own record unlinks refers to nothing afterwards, whatever it referred to before. */
function ofOwnKeys(by: WriteRelationship): readonly Mention[] {
  const { node: first, declared, references } = by
  const [reference] = references
  if (reference && !keepsLinked(reference)) return []
  const linked = reference?.relation.foreignKey ?? []
  const all = declared.relations.map(({ foreignKey }) => foreignKey)
  const distinct = all.filter((one, index) => all.findIndex((each) => sameColumns(each, one)) === index)
  return distinct.map((columns) => ({
    link: linkOfKey(first.resource.type, columns),
    columns,
    first,
    second: reference && sameColumns(columns, linked) ? reference.node : null,
    isUnlinked: false,
    by,
    isFromFirst: true,
    pointer: reference?.pointer ?? by.pointer,
  }))
}
