import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import type { PrismaAdapterOptions } from '@jsonapi-gen/runtime/prisma'
import type { TenantsClient } from '../../support/databases.js'
import type { Dice } from '../../support/dice.js'
import { operate } from '../../operations/support/operate.js'
import type { Answer } from './send.js'
import type { Served } from './serve.js'
import { prismaAdapter } from '../../support/facts.js'

/** A to-many relationship of tenants.prisma, in each form that a store supports. */
export interface SetKind {
  readonly name: string
  readonly owner: string
  readonly relationship: string
  readonly member: string
  /** The same links from the member's side, if that side is a to-many. */
  readonly inverse: string | undefined
  /** A record of a different type that refers to an owner through its own relationship. */
  readonly above: { readonly type: string; readonly relationship: string; readonly many: boolean }
  /** The links that are stored, as `owner-member`. */
  readonly links: (prisma: TenantsClient) => Promise<ReadonlySet<string>>
  /** Replaces all stored links. */
  readonly store: (prisma: TenantsClient, links: readonly Link[]) => Promise<unknown>
}

export type Link = readonly [owner: number, member: number]

const named = (links: readonly Link[]): ReadonlySet<string> => new Set(links.map(([a, b]) => `${a}-${b}`))

/** The number of records of each type. Owners are the first records of their type. */
export const RECORDS = 40

export const SET_KINDS: readonly SetKind[] = [
  {
    name: 'a many-to-many without a join model',
    owner: 'tasks',
    relationship: 'labels',
    member: 'labels',
    inverse: 'tasks',
    above: { type: 'projects', relationship: 'tasks', many: true },
    links: async (prisma) => {
      const tasks = await prisma.task.findMany({ include: { labels: true } })
      return named(tasks.flatMap(({ id, labels }) => labels.map((label): Link => [id, label.id])))
    },
    store: async (prisma, links) => {
      const set = new Map<number, number[]>()
      for (const { id } of await prisma.task.findMany({ where: { labels: { some: {} } } })) set.set(id, [])
      for (const [task, label] of links) set.set(task, [...(set.get(task) ?? []), label])
      for (const [id, labels] of set) {
        await prisma.task.update({
          where: { id },
          data: { labels: { set: labels.map((label) => ({ id: label })) } },
        })
      }
    },
  },
  {
    name: 'a many-to-many over a join model',
    owner: 'projects',
    relationship: 'members',
    member: 'members',
    inverse: 'projects',
    above: { type: 'tasks', relationship: 'project', many: false },
    links: async (prisma) =>
      named((await prisma.seat.findMany()).map(({ projectId, memberId }): Link => [projectId, memberId])),
    store: async (prisma, links) => {
      await prisma.seat.deleteMany()
      await prisma.seat.createMany({ data: links.map(([projectId, memberId]) => ({ projectId, memberId })) })
    },
  },
  {
    name: 'a key of the members',
    owner: 'projects',
    relationship: 'tasks',
    member: 'tasks',
    inverse: undefined,
    above: { type: 'notes', relationship: 'subject', many: false },
    links: async (prisma) =>
      named(
        (await prisma.task.findMany()).flatMap(({ id, projectId }): Link[] =>
          projectId ? [[projectId, id]] : [],
        ),
      ),
    store: async (prisma, links) => {
      await prisma.task.updateMany({ data: { projectId: null } })
      for (const [projectId, id] of links) await prisma.task.update({ where: { id }, data: { projectId } })
    },
  },
  {
    name: 'a polymorphic key of the members',
    owner: 'projects',
    relationship: 'notes',
    member: 'notes',
    inverse: undefined,
    above: { type: 'tasks', relationship: 'project', many: false },
    links: async (prisma) =>
      named(
        (await prisma.note.findMany()).flatMap(({ id, subjectId }): Link[] =>
          subjectId ? [[subjectId, id]] : [],
        ),
      ),
    store: async (prisma, links) => {
      await prisma.note.updateMany({ data: { subjectType: null, subjectId: null } })
      for (const [subjectId, id] of links) {
        await prisma.note.update({ where: { id }, data: { subjectType: 'Project', subjectId } })
      }
    },
  },
]

/** Resources over tenants.prisma that hide no records. */
export const setResources = (
  prisma: TenantsClient,
  options?: PrismaAdapterOptions,
): Record<string, ResourceClass> => setsOn(prismaAdapter(prisma, options))

/** The resources on any adapter. */
export function setsOn(adapter: Adapter): Record<string, ResourceClass> {
  const own = (type: string, model: string, resource: ResourceClass): void => {
    resource.type(type)
    resource.model(model)
    resource.id('integer')
    resource.useAdapter(adapter)
  }
  class Members extends Resource {}
  own('members', 'Member', Members)
  Members.attribute('name', 'string')
  Members.hasAndBelongsToMany('projects', { resource: 'projects', foreignKey: { seats: 'memberId' } })
  class Projects extends Resource {}
  own('projects', 'Project', Projects)
  Projects.attribute('name', 'string')
  Projects.hasAndBelongsToMany('members', { resource: 'members', foreignKey: { seats: 'projectId' } })
  Projects.hasMany('tasks', { resource: 'tasks', foreignKey: 'projectId' })
  Projects.polymorphicHasMany('notes', { resource: 'notes', foreignKey: 'subjectId', as: 'subject' })
  class Tasks extends Resource {}
  own('tasks', 'Task', Tasks)
  Tasks.attribute('title', 'string')
  Tasks.belongsTo('project', { resource: 'projects', foreignKey: 'projectId' })
  Tasks.hasOne('first', { resource: 'tasks', foreignKey: 'parentId' })
  Tasks.hasAndBelongsToMany('labels', { resource: 'labels', foreignKey: { tasks: 'id' } })
  class Labels extends Resource {}
  own('labels', 'Label', Labels)
  Labels.attribute('name', 'string')
  Labels.hasAndBelongsToMany('tasks', { resource: 'tasks', foreignKey: { labels: 'id' } })
  class Notes extends Resource {}
  own('notes', 'Note', Notes)
  Notes.attribute('body', 'string')
  Notes.polymorphicBelongsTo('subject', {
    groupBy: 'subjectType',
    groups: { Project: { resource: 'projects', foreignKey: 'subjectId' } },
  })
  return { members: Members, projects: Projects, tasks: Tasks, labels: Labels, notes: Notes }
}

/** Creates the records without links. */
export async function makeRecords(prisma: TenantsClient): Promise<void> {
  const ids = Array.from({ length: 2 * RECORDS }, (_, index) => index + 1)
  await prisma.member.createMany({ data: ids.map((id) => ({ id, name: `member ${id}` })) })
  await prisma.project.createMany({
    data: ids.map((id) => ({ id, name: `project ${id}`, tenantId: 1, budget: 1 })),
  })
  await prisma.task.createMany({ data: ids.map((id) => ({ id, title: `task ${id}` })) })
  await prisma.label.createMany({ data: ids.map((id) => ({ id, name: `label ${id}` })) })
  await prisma.note.createMany({ data: ids.map((id) => ({ id, body: `note ${id}` })) })
}

export interface SetWrite {
  readonly owner: number
  readonly does: 'replace' | 'add' | 'remove'
  readonly members: readonly number[]
  /**
   * Whether the write is sent to a member. In that case, the member is the owner, and the owners are its
   * members.
   */
  readonly isInverse?: boolean
}

/** The ways to replace a set. */
export const WAYS = ['record', 'relationship', 'nested', 'operations'] as const
export type Way = (typeof WAYS)[number]

/** Sends a write in one of these ways. */
export async function sendWrite(
  served: Served,
  kind: SetKind,
  write: SetWrite,
  way: Way,
  spare: number,
): Promise<Pick<Answer, 'status' | 'body'>> {
  const type = write.isInverse ? kind.member : kind.owner
  const name = (write.isInverse ? kind.inverse : kind.relationship) ?? ''
  const memberType = write.isInverse ? kind.owner : kind.member
  const id = String(write.owner)
  const data = write.members.map((member) => ({ type: memberType, id: String(member) }))
  const path = `/${type}/${id}/relationships/${name}`
  if (way === 'operations') {
    const op = { replace: 'update', add: 'add', remove: 'remove' }[write.does]
    return operate(served.api, [{ op, ref: { type, id, relationship: name }, data }])
  }
  if (write.does !== 'replace') return served.send(write.does === 'add' ? 'POST' : 'DELETE', path, { data })
  if (way === 'relationship') return served.send('PATCH', path, { data })
  const record = { type, id, relationships: { [name]: { data } } }
  const { above } = kind
  if (way === 'record' || write.isInverse) return served.send('PATCH', `/${type}/${id}`, { data: record })
  const root = String(RECORDS + 1 + spare)
  const entry = { type, id }
  const below = { data: above.many ? [{ ...entry, method: 'update' }] : entry }
  return served.send('PATCH', `/${above.type}/${root}`, {
    data: { type: above.type, id: root, relationships: { [above.relationship]: below } },
    included: [record],
  })
}

/**
 * Whether the writes, in some sequential order, could change the links from `before` to `after`. Each write
 * determines certain links, regardless of their previous state. Therefore, any write that agrees with the result may
 * have been the last one, and the links that it determined no longer matter for the others.
 */
export function isSerial(
  kind: SetKind,
  before: ReadonlySet<string>,
  writes: readonly SetWrite[],
  after: ReadonlySet<string>,
): boolean {
  const owners = new Set<number>()
  const members = new Set<number>()
  for (const link of [...before, ...after]) {
    const [owner = 0, member = 0] = link.split('-').map(Number)
    owners.add(owner)
    members.add(member)
  }
  for (const { owner, members: named, isInverse } of writes) {
    ;(isInverse ? members : owners).add(owner)
    for (const each of named) (isInverse ? owners : members).add(each)
  }
  const open = new Map<string, boolean>()
  for (const owner of owners) {
    for (const member of members) open.set(`${owner}-${member}`, after.has(`${owner}-${member}`))
  }
  const settled = writes.map((write) => settledBy(kind, write, owners, members))
  let left = settled
  for (;;) {
    const last = left.find((links) => [...links].every(([link, is]) => (open.get(link) ?? is) === is))
    if (!last) break
    for (const link of last.keys()) open.delete(link)
    left = left.filter((links) => links !== last)
  }
  return left.length === 0 && [...open].every(([link, is]) => before.has(link) === is)
}

function settledBy(
  kind: SetKind,
  { owner, does, members: named, isInverse }: SetWrite,
  owners: ReadonlySet<number>,
  members: ReadonlySet<number>,
): ReadonlyMap<string, boolean> {
  const links = new Map<string, boolean>()
  const nameOf = (other: number): string => (isInverse ? `${other}-${owner}` : `${owner}-${other}`)
  if (does === 'replace') for (const other of isInverse ? owners : members) links.set(nameOf(other), false)
  for (const other of named) {
    // A key refers to a single owner.
    const others = kind.inverse === undefined && does !== 'remove' ? owners : []
    for (const each of others) links.set(`${each}-${other}`, false)
    links.set(nameOf(other), does !== 'remove')
  }
  return links
}

/** Some of the first records of a type, without duplicates. */
export function some(by: Dice, count: number, of: number = RECORDS): readonly number[] {
  const left = Array.from({ length: of }, (_, index) => index + 1)
  return Array.from({ length: count }, () => left.splice(by.below(left.length), 1)[0] ?? 0)
}
