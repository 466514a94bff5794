import { groupedBy } from '../../base/grouped-by.js'
import { InvalidDocument, isFull } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import type { Graph } from './graph.js'
import { endOf, type Mention } from './mentions.js'
import { keepsLinked, type WriteNode, type WriteRelationship } from './node.js'

/**
 * Finds links that a request mentions twice, with a contradiction (rule 11.12): a record that is linked to two others by
 * the same foreign key, a pair that is linked and unlinked, and a record that one end links and the set of the other end
 * omits. The fault points at the later mention.
 */
export function findContradictions(graph: Graph, faults: JsonapiError[]): void {
  const known = new Map<string, Mention[]>()
  const numberOf = numbers()
  for (const mention of graph.mentions) {
    if (isFull(faults)) return
    const { link, columns, first, second } = mention
    const ends = [first, ...(second && !columns ? [second] : [])].map(numberOf)
    const before = known.get(`${link} ${ends.join()}`) ?? []
    known.set(`${link} ${ends.join()}`, before)
    const other = before.find((one) => contradict(one, mention))
    if (other) faults.push(contradictionOf(other, mention))
    if (!other || !columns) before.push(mention)
  }
  if (!isFull(faults)) faults.push(...omissions(graph))
}

/** The identity that all mentions of one record share: its type and id, or its place in the request if it has no id. */
const identityOf = (node: WriteNode): string | WriteNode =>
  node.id === undefined ? node : JSON.stringify([node.resource.type, node.id])

const isSame = (one: WriteNode | null, other: WriteNode | null): boolean =>
  one === other || (one !== null && other !== null && identityOf(one) === identityOf(other))

/** Numbers the records of a request, each with the same number in all its mentions. */
function numbers(): (node: WriteNode) => number {
  const known = new Map<string | WriteNode, number>()
  return (node) => {
    const identity = identityOf(node)
    const number = known.get(identity) ?? known.size
    known.set(identity, number)
    return number
  }
}

/** Whether two mentions of one link contradict each other: a key refers to one record, and a join to many. */
function contradict(one: Mention, other: Mention): boolean {
  if (one.isUnlinked && other.isUnlinked) return false
  const isSamePair = isSame(one.second, other.second)
  return one.isUnlinked === other.isUnlinked ? one.columns !== undefined && !isSamePair : isSamePair
}

function contradictionOf(before: Mention, mention: Mention): InvalidDocument {
  const { columns, first, second, isFromFirst, pointer } = mention
  const { name } = before.by.declared
  const pair = isFromFirst ? [first, second] : [second, first]
  const detail = columns
    ? `This record ${wordsOf(before)} through "${name}", but ${wordsOf(mention)} here.`
    : `This request ${verbOf(before)} ${pair.map(nameOf).join(' and ')} through "${name}", but ${verbOf(mention)} them here.`
  return new InvalidDocument({ detail, ...(pointer !== undefined && { source: { pointer } }) })
}

function wordsOf({ second, isUnlinked }: Mention): string {
  return second === null
    ? 'does not belong to any record'
    : `${isUnlinked ? 'is unlinked from' : 'belongs to'} ${nameOf(second)}`
}

const verbOf = ({ isUnlinked }: Mention): string => (isUnlinked ? 'unlinks' : 'links')

function nameOf(node: WriteNode | null): string {
  if (node === null) return 'no record'
  const { id = node.tempId, resource } = node
  return `the record${id === undefined ? '' : ` "${id}"`} of "${resource.type}"`
}

/** The faults of sets that omit a record which links their owner from the other end, and is in no other set of it. */
function omissions({ nodes, mentions }: Graph): readonly InvalidDocument[] {
  const sets = wholeSets(nodes)
  if (sets.length === 0) return []
  const linking = groupedBy(
    mentions.filter(({ second, isUnlinked }) => second !== null && !isUnlinked),
    ({ link }) => link,
  )
  return sets.flatMap((by) => {
    const end = endOf(by)
    if (!end) return []
    const { link, columns, isFirst } = end
    const of = (linking.get(link) ?? []).filter(({ first, second }) =>
      isSame(isFirst ? first : second, by.node),
    )
    const member = ({ first, second }: Mention): WriteNode => (isFirst ? (second ?? first) : first)
    const [same, others] = [true, false].map((isSet) =>
      of.filter(({ isFromFirst }) => (isFromFirst === isFirst) === isSet),
    )
    const kept = new Set(
      same?.filter((one) => columns !== undefined || one.by === by).map((one) => identityOf(member(one))),
    )
    return (others ?? [])
      .filter((one) => !kept.has(identityOf(member(one))))
      .map((one) => omission(member(one), one.by, by))
  })
}

/** The relationships of a request that say which records they have afterwards. */
const wholeSets = (nodes: readonly WriteNode[]): readonly WriteRelationship[] =>
  nodes.flatMap(({ method, toMembers }) =>
    method === 'destroy'
      ? []
      : toMembers.filter(({ replaces, references }) => replaces && references.every(keepsLinked)),
  )

function omission(
  node: WriteNode,
  link: WriteRelationship,
  { declared, pointer }: WriteRelationship,
): InvalidDocument {
  const detail = `"${declared.name}" omits ${nameOf(node)}, which refers to this record in "${link.declared.name}".`
  return new InvalidDocument({ detail, ...(pointer !== undefined && { source: { pointer } }) })
}
