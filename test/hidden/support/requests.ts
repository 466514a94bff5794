import type { Dice } from '../../support/dice.js'
import { mayBeLinked } from './worlds.js'

/** A request to send. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

interface Kind {
  readonly attributes: readonly string[]
  /** Filters by the type of their values. */
  readonly texts: readonly string[]
  readonly numbers: readonly string[]
  readonly stats: readonly string[]
  readonly relationships: Readonly<Record<string, readonly string[]>>
  readonly many: readonly string[]
  readonly sorts: readonly string[]
}

const NONE: Kind = {
  attributes: [],
  texts: [],
  numbers: ['id'],
  stats: [],
  relationships: {},
  many: [],
  sorts: [],
}

/** The parameters for each type, including names that are rejected or hidden. */
const KINDS: Readonly<Record<string, Kind>> = {
  members: {
    attributes: ['name', 'grade', 'salary'],
    texts: [
      'name',
      'profile.motto',
      'tasks.title',
      'led.tasks.title',
      'tasks.labels.name',
      'projects.name',
      'projects.members.name',
    ],
    numbers: ['id', 'grade', 'salary', 'tasks.projectId', 'projects.budget'],
    stats: ['grade', 'salary'],
    relationships: {
      tasks: ['tasks'],
      led: ['projects'],
      profile: ['profiles'],
      projects: ['projects'],
      seats: ['seats'],
    },
    many: ['tasks', 'led', 'projects', 'seats'],
    sorts: ['name', 'grade', 'salary', 'profile.motto'],
  },
  profiles: {
    ...NONE,
    attributes: ['motto'],
    texts: ['motto', 'member.name'],
    numbers: ['id', 'memberId'],
    relationships: { member: ['members'] },
    sorts: ['motto', 'member.name'],
  },
  projects: {
    attributes: ['name', 'budget', 'state'],
    texts: [
      'name',
      'lead.name',
      'lead.profile.motto',
      'tasks.title',
      'notes.body',
      'tasks.notes.body',
      'members.name',
      'lead.projects.name',
    ],
    numbers: [
      'id',
      'budget',
      'leadId',
      'lead.grade',
      'tasks.assigneeId',
      'tasks.assignee.salary',
      'members.grade',
      'members.salary',
    ],
    stats: ['budget'],
    relationships: {
      lead: ['members'],
      tasks: ['tasks'],
      notes: ['notes'],
      members: ['members'],
      seats: ['seats'],
    },
    many: ['tasks', 'notes', 'members', 'seats'],
    sorts: ['name', 'budget', 'lead.name', 'lead.salary'],
  },
  tasks: {
    attributes: ['title', 'rank'],
    texts: [
      'title',
      'project.name',
      'project.lead.name',
      'parent.title',
      'parent.project.name',
      'assignee.profile.motto',
      'children.title',
      'labels.name',
      'labels.tasks.title',
      'notes.body',
      'project.notes.body',
      'project.members.name',
    ],
    numbers: [
      'id',
      'rank',
      'projectId',
      'assigneeId',
      'parentId',
      'parent.projectId',
      'project.id',
      'project.budget',
      'assignee.grade',
      'assignee.salary',
      'children.assigneeId',
      'parent.children.rank',
      'project.tasks.assignee.grade',
    ],
    stats: ['rank'],
    relationships: {
      project: ['projects'],
      assignee: ['members'],
      parent: ['tasks'],
      children: ['tasks'],
      labels: ['labels'],
      notes: ['notes'],
    },
    many: ['children', 'labels', 'notes'],
    sorts: ['title', 'rank', 'project.name', 'assignee.name', 'parent.rank', 'parent.project.budget'],
  },
  labels: {
    ...NONE,
    attributes: ['name', 'hidden'],
    texts: ['name', 'tasks.title', 'tasks.labels.name'],
    numbers: ['id', 'tasks.parentId', 'tasks.project.budget'],
    relationships: { tasks: ['tasks'] },
    many: ['tasks'],
    sorts: ['name', 'hidden'],
  },
  notes: {
    ...NONE,
    attributes: ['body'],
    texts: ['body'],
    relationships: { subject: ['projects', 'tasks'] },
    sorts: ['body'],
  },
  seats: {
    ...NONE,
    attributes: ['hidden'],
    texts: ['member.name', 'project.name'],
    numbers: ['member.grade', 'project.budget'],
    relationships: { member: ['members'], project: ['projects'] },
    sorts: ['hidden', 'member.name'],
  },
  invoices: {
    ...NONE,
    attributes: ['amount'],
    numbers: ['id', 'amount'],
    stats: ['amount'],
    sorts: ['amount'],
  },
}

const TYPES = Object.keys(KINDS)
export const IDS = Array.from({ length: 20 }, (_, index) => index)
const TEXTS = ['alpha', 'be', 'Alpha', 'gamma,delta', 'a', 'z']
const TEXT_OPERATORS = ['', 'eq', 'not_eq', 'prefix', 'not_prefix', 'suffix', 'contains', 'not_contains']
const NUMBER_OPERATORS = ['', 'eq', 'not_eq', 'gt', 'gte', 'lt', 'lte', 'not_gt', 'not_lte']

/** An id of a type. A seat's id has two parts, which mostly refer to visible records. */
const idOf = (chance: Dice, type: string): string => {
  if (type !== 'seats') return String(chance.of(IDS))
  const ids = chance.below(3) === 0 ? IDS : IDS.slice(1, 9)
  return `${chance.of(ids)}~${chance.of(ids)}`
}

const kindOf = (type: string): Kind => KINDS[type] ?? NONE

/** A random request: a read of any kind, or a write, which may refer to hidden records. */
export function request(chance: Dice): Asked {
  return chance.below(4) === 0 ? write(chance) : read(chance)
}

function read(chance: Dice): Asked {
  const type = chance.of(TYPES)
  const [method, id] = [chance.below(20) === 0 ? 'HEAD' : 'GET', idOf(chance, type)]
  const names = Object.keys(kindOf(type).relationships)
  const way = chance.below(names.length === 0 ? 3 : 6)
  if (way < 2) return { method, path: `/${type}?${collection(chance, type)}` }
  if (way === 2) return { method, path: `/${type}/${id}?${one(chance, type)}` }
  const name = chance.of(names)
  const target = chance.of(kindOf(type).relationships[name] ?? [])
  const search = kindOf(type).many.includes(name) ? collection(chance, target) : one(chance, target)
  if (way < 5) return { method, path: `/${type}/${id}/${name}?${search}` }
  return {
    method,
    path: `/${type}/${id}/relationships/${name}${chance.below(2) === 0 ? `?include=${name}` : ''}`,
  }
}

/** The parameters for a single record: includes and fields. */
function one(chance: Dice, type: string): string {
  const parts: string[] = []
  const paths = includes(chance, type)
  if (paths.length > 0) parts.push(`include=${paths.join()}`)
  for (const path of new Set(paths)) parts.push(...ofInclude(chance, type, path))
  if (chance.below(4) === 0) {
    const { attributes, relationships } = kindOf(type)
    parts.push(`fields[${type}]=${some(chance, [...attributes, ...Object.keys(relationships)]).join()}`)
  }
  if (type === 'members' && chance.below(3) === 0) parts.push('extra_fields[members]=initial')
  return parts.join('&')
}

/** The parameters for the records of one include path. */
function ofInclude(chance: Dice, type: string, path: string): readonly string[] {
  let target = type
  let isMany = false
  for (const name of path.split('.')) {
    isMany = kindOf(target).many.includes(name)
    target = kindOf(target).relationships[name]?.[0] ?? ''
  }
  const parts: string[] = []
  if (chance.below(4) === 0) parts.push(filter(chance, target, `filter[${path}]`, 1))
  if (isMany && chance.below(4) === 0) parts.push(`page[${path}][size]=${chance.below(3)}`)
  if (isMany && chance.below(4) === 0) {
    parts.push(`sort=${path}.${chance.of(['', '-'])}${chance.of(['id', ...kindOf(target).sorts])}`)
  }
  return parts
}

function collection(chance: Dice, type: string): string {
  const parts = [one(chance, type)]
  const { sorts, stats } = kindOf(type)
  for (let count = chance.below(3); count > 0; count--) parts.push(filter(chance, type, 'filter', 2))
  if (chance.below(3) === 0) parts.push(`sort=${chance.of(['', '-'])}${chance.of(['id', ...sorts])}`)
  if (chance.below(3) === 0) parts.push(`page[size]=${chance.below(4)}`)
  if (chance.below(4) === 0) parts.push(`page[number]=${1 + chance.below(2)}`)
  if (chance.below(3) === 0) parts.push('stats[total]=count')
  if (chance.below(4) === 0 && stats.length > 0) {
    parts.push(`stats[${chance.of(stats)}]=${chance.of(['count', 'sum', 'maximum', 'average'])}`)
  }
  return [...new Set(parts.filter((part) => part !== ''))].join('&')
}

/** A condition, or a group of conditions. A group may contain a duplicate, which is rejected. */
function filter(chance: Dice, type: string, where: string, deep: number): string {
  if (deep > 0 && chance.below(3) === 0) {
    const group = chance.of(['and', 'or', 'not'])
    if (group === 'not') return filter(chance, type, `${where}[not]`, deep - 1)
    return [0, 1].map((index) => filter(chance, type, `${where}[${group}][${index}]`, deep - 1)).join('&')
  }
  const { texts, numbers } = kindOf(type)
  if (type === 'tasks' && chance.below(8) === 0) return `${where}[urgent]=${chance.of(['true', 'false'])}`
  if (type === 'members' && chance.below(20) === 0) return `${where}[rich]=true`
  const isText = texts.length > 0 && chance.below(2) === 0
  const operator = chance.of(isText ? TEXT_OPERATORS : NUMBER_OPERATORS)
  const name = chance.of(isText ? texts : numbers)
  const value = isText
    ? chance.of(TEXTS)
    : /^(?:|eq|not_eq)$/.test(operator)
      ? chance.of([String(chance.below(20)), 'null', `${chance.below(20)},${chance.below(20)}`, '3,null'])
      : String(chance.below(12))
  return `${where}[${name}]${operator === '' ? '' : `[${operator}]`}=${value}`
}

/** Up to two include paths, of at most two relationships. */
function includes(chance: Dice, type: string): readonly string[] {
  return Array.from({ length: chance.below(3) }, () => {
    const { relationships } = kindOf(type)
    const names = Object.keys(relationships)
    if (names.length === 0) return ''
    const name = chance.of(names)
    const [target = ''] = relationships[name] ?? []
    const further = Object.keys(kindOf(target).relationships)
    return chance.below(2) === 0 && further.length > 0 ? `${name}.${chance.of(further)}` : name
  }).filter((path) => path !== '')
}

/** An action on the collection or on a record, which may be hidden. */
function action(chance: Dice): Asked {
  const type = chance.of(TYPES)
  const name = chance.of(['all', 'own', 'own', 'none'])
  const at = name === 'all' ? '' : `/${idOf(chance, type)}`
  const input = chance.of([{}, {}, { count: 1 }, { count: 'x' }])
  return {
    method: 'POST',
    path: `/${type}${at}/-actions/${name}?${one(chance, type)}`,
    body: JSON.stringify({ meta: name === 'own' ? input : {} }),
  }
}

/** A random write, or a custom action. */
export function write(chance: Dice): Asked {
  if (chance.below(5) === 0) return action(chance)
  const type = chance.of(TYPES)
  const { relationships, many } = kindOf(type)
  const id = idOf(chance, type)
  const names = Object.keys(relationships)
  const way = chance.below(8)
  // A record that a hidden record requires cannot be destroyed. As docs/policies.md says, this reveals the hidden
  // record.
  if (way === 0) {
    const destroyed = chance.of(['members', 'labels', 'notes', 'invoices', 'seats'])
    return { method: 'DELETE', path: `/${destroyed}/${idOf(chance, destroyed)}` }
  }
  if (way < 3 && names.length > 0) {
    const name = chance.of(names)
    const isMany = many.includes(name)
    const method = chance.of(isMany ? ['PATCH', 'POST', 'DELETE'] : ['PATCH'])
    const path = `/${type}/${id}/relationships/${name}`
    return {
      method,
      path,
      body: JSON.stringify({ data: linkage(chance, { type, id, name }, false) }),
    }
  }
  const isCreate = chance.below(3) === 0
  const named = some(chance, names)
  const links = named.map((name): [string, unknown] => [
    name,
    { data: linkage(chance, { type, id: isCreate ? undefined : id, name }, true) },
  ])
  const entries = links.flatMap(([, link]) => [(link as { data: unknown }).data].flat())
  const data = {
    type,
    ...(!isCreate && { id }),
    ...(chance.below(3) > 0 && { attributes: attributes(chance, type) }),
    ...(links.length > 0 && { relationships: Object.fromEntries(links) }),
  }
  const included = entries.flatMap((entry): object[] => {
    if (entry === null || chance.below(2) === 0) return []
    const { type: of, id: its, 'temp-id': temp } = entry as { type: string; id?: string; 'temp-id'?: string }
    if (temp !== undefined) return [{ type: of, 'temp-id': temp, attributes: attributes(chance, of) }]
    const below = chance.of([undefined, ...Object.keys(kindOf(of).relationships)])
    if (below === undefined) return [{ type: of, id: its, attributes: attributes(chance, of) }]
    const further = linkage(chance, { type: of, id: its, name: below }, true)
    return [{ type: of, id: its, relationships: { [below]: { data: further } } }]
  })
  const body = JSON.stringify({ data, ...(included.length > 0 && { included }) })
  return isCreate
    ? { method: 'POST', path: `/${type}`, body }
    : { method: 'PATCH', path: `/${type}/${id}`, body }
}

/** A relationship of a record. A new record has no id yet. */
interface Link {
  readonly type: string
  readonly id: string | undefined
  readonly name: string
}

function linkage(chance: Dice, { type: owner, id, name }: Link, isNested: boolean): unknown {
  const types = kindOf(owner).relationships[name] ?? []
  const isMany = kindOf(owner).many.includes(name)
  const isJoin = name === 'members' || (owner === 'members' && name === 'projects')
  const linkable = isJoin && id !== undefined ? IDS.filter((other) => mayBeLinked(Number(id), other)) : IDS
  const entry = (): object => {
    const method = isNested
      ? chance.of([undefined, undefined, 'update', 'destroy', 'disassociate'])
      : undefined
    const type = chance.of(types)
    // Records to which a polymorphic key may refer are not destroyed, because that would also reveal hidden records.
    if (isNested && chance.below(6) === 0) {
      return { type, 'temp-id': `new-${chance.below(3)}`, method: 'create' }
    }
    const isTold = method === 'destroy' && (type === 'tasks' || type === 'projects')
    const named = type === 'seats' ? idOf(chance, type) : String(chance.of(linkable))
    return { type, id: named, ...(method !== undefined && !isTold && { method }) }
  }
  if (!isMany) return chance.below(5) === 0 ? null : entry()
  return Array.from({ length: chance.below(3) }, entry)
}

function attributes(chance: Dice, type: string): object {
  return Object.fromEntries(
    some(chance, kindOf(type).attributes).map((name) => [
      name,
      /^(?:name|title|motto|body|state)$/.test(name)
        ? chance.of(TEXTS)
        : name === 'hidden'
          ? chance.below(2) === 0
          : chance.below(20),
    ]),
  )
}

const some = (chance: Dice, values: readonly string[]): readonly string[] =>
  values.filter(() => chance.below(2) === 0)
