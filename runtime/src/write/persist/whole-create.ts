import { sameColumns } from '../../adapter/column-values.js'
import { isDefault } from '../../adapter/overridden.js'
import { hasPolicies } from '../../plan/policies.js'
import { mayHide } from '../../plan/visibility.js'
import { type CompiledResource, keyOfId } from '../../resource/compile.js'
import { keysOf } from '../../resource/key-columns.js'
import type { KeyedSideload } from '../../declare/sideload.js'
import type { Resource } from '../../resource/operations.js'
import { isPlainKey, type KeyValues } from '../../value/key.js'
import type { WriteNode, WriteReference, WriteRelationship } from '../request/node.js'
import type { Session } from './session.js'

/** A link of a new record to one that is there. */
export interface WholeLink {
  readonly name: string
  readonly node: WriteNode
  readonly id: string
  readonly resource: CompiledResource
  /** The columns that refer to it, those that they refer to, and the values of both. */
  readonly foreignKey: readonly string[]
  readonly key: readonly string[]
  readonly values: KeyValues
}

/** A new record, and what it refers to. */
export interface WholeRecord {
  readonly node: WriteNode
  readonly links: readonly WholeLink[]
}

/** New records that refer to the primary one, by a relationship of that. */
export interface WholeChildren {
  readonly name: string
  readonly many: boolean
  readonly resource: CompiledResource
  readonly foreignKey: readonly string[]
  readonly key: readonly string[]
  readonly records: readonly WholeRecord[]
}

/** A create that one statement can do as a whole. */
export interface WholeCreate extends WholeRecord {
  readonly children: readonly WholeChildren[]
}

/**
 * The create of a session as one that the store can do as a whole (rule 11.14): a new record, new records that refer to it,
 * and links of these to records that are there. Nothing of the application's may have a say in it, or see one part of it
 * before another: no override, hook or policy, and nothing that could hide a record that is linked.
 *
 * @returns undefined where it is none
 */
export function wholeCreate(session: Session): WholeCreate | undefined {
  const { root, atOnce, condition } = session
  const { resource } = root
  const isOpen = atOnce && root.method === 'create' && condition === undefined
  const isPossible = isOpen && resource.adapter().createWith !== undefined
  if (!isPossible || !isPlainlyCreated(resource, session.instance)) return undefined
  const links: WholeLink[] = []
  const children: WholeChildren[] = []
  for (const relationship of root.relationships) {
    const link = wholeLinkOf(session, root, relationship)
    const below = link ? undefined : wholeChildrenOf(session, root, relationship)
    if (link) links.push(link)
    else if (below) children.push(below)
    else return undefined
  }
  return areApart(resource, links) && links.length + children.length > 0
    ? { node: root, links, children }
    : undefined
}

/** Whether nothing but the adapter takes part in creating a record by this instance of its Resource. */
function isPlainlyCreated(resource: CompiledResource, instance: Resource): boolean {
  const isUntouched =
    isDefault(instance.create) &&
    isDefault(instance.associate) &&
    isDefault(instance.persistWithRelationships) &&
    isDefault(instance.validateGraph)
  return isUntouched && isOpenToAll(resource) && resource.config.hooks.length === 0
}

/** Whether a record of the resource is what its key says, for whoever asks. */
function isOpenToAll(resource: CompiledResource): boolean {
  const known = open.get(resource) ?? isFoundOpen(resource)
  open.set(resource, known)
  return known
}

const open = new WeakMap<CompiledResource, boolean>()

function isFoundOpen(resource: CompiledResource): boolean {
  const { instance, model, key } = resource
  const isShown = isDefault(instance.resolve) && isDefault(instance.baseScope) && !hasPolicies(resource)
  return model !== undefined && isPlainKey(key) && isShown
}

function wholeLinkOf(
  { root }: Session,
  { resource: owner }: WriteNode,
  { sideload, references }: WriteRelationship,
): WholeLink | undefined {
  const [reference] = references
  if (sideload.kind !== 'belongsTo' || !reference || reference.isInverse) return undefined
  const { node, method } = reference
  const isLinkedAlone =
    method === 'associate' &&
    node.method === 'associate' &&
    node !== root &&
    !node.hasContent &&
    node.relationships.length === 0
  const target = node.resource
  if (!isLinkedAlone || !isOfStore(owner, target) || mayHide({ sideload, target })) return undefined
  const { childKey: key } = keysOf(sideload, owner, target)
  const id = node.id ?? ''
  const parsed = keyOfId(target, id)
  if (!parsed.ok || !sameColumns(key, target.primaryKey)) return undefined
  const { name, foreignKey } = sideload
  return { name, node, id, resource: target, foreignKey, key, values: parsed.value }
}

function wholeChildrenOf(
  session: Session,
  { resource: owner }: WriteNode,
  { sideload, references, many }: WriteRelationship,
): WholeChildren | undefined {
  const [first] = references
  if (!first || !leadsToChildren(sideload) || sideload.scope !== undefined) return undefined
  const { resource } = first.node
  if (!isOfStore(owner, resource)) return undefined
  const { parentKey: key, childKey: foreignKey } = keysOf(sideload, owner, resource)
  if (!isPlainlyCreated(resource, resource.instance)) return undefined
  const records: WholeRecord[] = []
  for (const reference of references) {
    const record = childOf(session, reference, resource)
    // Where some say what they refer to and others do not, these have a linkage of their own (rule 11.9).
    if (!record || (records[0] && !isLinkedAs(record, records[0]))) return undefined
    records.push(record)
  }
  return areApart(resource, records[0]?.links ?? [], foreignKey)
    ? { name: sideload.name, many, resource, foreignKey, key, records }
    : undefined
}

/** Whether two records say what they refer to by the same relationships. */
const isLinkedAs = ({ links }: WholeRecord, other: WholeRecord): boolean =>
  links.length === other.links.length && links.every(({ name }, at) => name === other.links[at]?.name)

const leadsToChildren = (
  sideload: WriteRelationship['sideload'],
): sideload is KeyedSideload & { kind: 'hasMany' | 'hasOne' } =>
  sideload.kind === 'hasMany' || sideload.kind === 'hasOne'

function childOf(
  session: Session,
  { node, method, isInverse }: WriteReference,
  resource: CompiledResource,
): WholeRecord | undefined {
  const isNew = method === 'create' && node.method === 'create' && node !== session.root && !isInverse
  if (!isNew || node.resource !== resource || session.shared.has(node)) return undefined
  const links: WholeLink[] = []
  for (const relationship of node.relationships) {
    const link = wholeLinkOf(session, node, relationship)
    if (!link) return undefined
    links.push(link)
  }
  return { node, links }
}

const isOfStore = (owner: CompiledResource, target: CompiledResource): boolean =>
  isOpenToAll(target) && target.adapter() === owner.adapter()

/** Whether the columns of a record's key and links have nothing in common, so that no two of them can disagree. */
function areApart(
  { primaryKey }: CompiledResource,
  links: readonly WholeLink[],
  others: readonly string[] = [],
): boolean {
  const columns = [...primaryKey, ...others, ...links.flatMap(({ foreignKey }) => foreignKey)]
  return new Set(columns).size === columns.length
}
