import type { TenantsClient } from '../../support/databases.js'
import type { Dice } from '../../support/dice.js'
import { OWN } from './resources.js'

const VISIBLE = [1, 2, 3, 4, 5, 6, 7, 8]
const HIDDEN = [11, 12, 13, 14, 15, 16, 17, 18]
const WORDS = ['alpha', 'beta', 'gamma', 'Alpha', 'be', 'delta']

type Row = Record<string, unknown> & { readonly id: number }

/**
 * Fills a store. The visible content depends only on `seen`. The hidden content, which includes rows,
 * attributes and keys of hidden rows, depends only on `unseen`.
 */
export async function fill(prisma: TenantsClient, seen: Dice, unseen: Dice): Promise<void> {
  const hidden = Object.fromEntries(
    ['member', 'profile', 'project', 'task', 'label', 'note', 'invoice'].map((model) => [
      model,
      HIDDEN.filter(() => unseen.below(3) > 0),
    ]),
  ) as Record<'member' | 'profile' | 'project' | 'task' | 'label' | 'note' | 'invoice', number[]>

  /** A key in a visible row: it refers to a visible row, a hidden row, or no row. */
  const key = (model: keyof typeof hidden): number | null =>
    seen.below(2) === 0 ? seen.of(VISIBLE) : unseen.of([null, ...hidden[model]])
  /** A key in a hidden row, which may refer to any row. */
  const any = (model: keyof typeof hidden): number | null => unseen.of([null, ...VISIBLE, ...hidden[model]])

  const members = VISIBLE.map((id): Row => ({
    id,
    tenantId: OWN,
    name: seen.of(WORDS),
    grade: seen.of([null, 1, 2, 3]),
    salary: unseen.below(100),
  }))
  for (const id of hidden.member) {
    const tenantId = unseen.of([null, 2])
    members.push({ id, tenantId, name: unseen.of(WORDS), grade: unseen.of([null, 1, 2, 3]), salary: 1 })
  }
  await prisma.member.createMany({ data: members as never })

  // Half of the visible members have a visible profile, and the others may have a hidden one.
  const owned = VISIBLE.slice(0, 4)
  const profiles = owned.map((id): Row => ({ id, tenantId: OWN, motto: seen.of(WORDS), memberId: id }))
  const free = [...VISIBLE.slice(4), ...hidden.member].filter(() => unseen.below(2) > 0)
  for (const [index, memberId] of free.entries()) {
    profiles.push({ id: 11 + index, tenantId: unseen.of([null, 2]), motto: unseen.of(WORDS), memberId })
  }
  await prisma.profile.createMany({ data: profiles as never })

  const projects = VISIBLE.map((id): Row => ({
    id,
    tenantId: OWN,
    name: seen.of(WORDS),
    budget: seen.below(10),
    state: seen.of(['open', 'closed']),
    leadId: key('member'),
  }))
  for (const id of hidden.project) {
    const why = unseen.of([
      { tenantId: 2 },
      { tenantId: OWN, archivedAt: new Date(0) },
      { tenantId: OWN, state: 'deleted' },
    ])
    projects.push({ id, name: unseen.of(WORDS), budget: unseen.below(10), leadId: any('member'), ...why })
  }
  for (const data of projects) await prisma.project.create({ data: data as never })

  await prisma.seat.createMany({ data: [...seatsOf(hidden, seen, unseen)] })

  const tasks = VISIBLE.map((id): Row => ({
    id,
    title: seen.of(WORDS),
    rank: seen.of([null, 1, 4, 5, 9]),
    secret: false,
    internal: unseen.of([null, 'one', 'other']),
    projectId: key('project'),
    assigneeId: key('member'),
  }))
  for (const id of hidden.task) {
    const rest = { projectId: any('project'), assigneeId: any('member') }
    tasks.push({
      id,
      title: unseen.of(WORDS),
      rank: unseen.below(10),
      secret: unseen.of([null, true]),
      ...rest,
    })
  }
  await prisma.task.createMany({ data: tasks as never })
  for (const id of VISIBLE) await prisma.task.update({ where: { id }, data: { parentId: key('task') } })
  for (const id of hidden.task) await prisma.task.update({ where: { id }, data: { parentId: any('task') } })

  const labels = VISIBLE.map((id): Row => ({ id, name: seen.of(WORDS), hidden: false }))
  for (const id of hidden.label) labels.push({ id, name: unseen.of(WORDS), hidden: true })
  await prisma.label.createMany({ data: labels as never })
  for (const id of VISIBLE) {
    const shown = VISIBLE.filter(() => seen.below(3) === 0)
    const others = hidden.label.filter(() => unseen.below(2) === 0)
    const connect = [...shown, ...others].map((label) => ({ id: label }))
    await prisma.task.update({ where: { id }, data: { labels: { connect } } })
  }
  for (const id of hidden.task) {
    const connect = [...VISIBLE, ...hidden.label]
      .filter(() => unseen.below(3) === 0)
      .map((label) => ({ id: label }))
    await prisma.task.update({ where: { id }, data: { labels: { connect } } })
  }

  const nowhere = (): object =>
    unseen.of([
      { subjectType: null, subjectId: null },
      { subjectType: 'Task', subjectId: null },
      { subjectType: 'Task', subjectId: 99 },
      { subjectType: 'Planet', subjectId: 1 },
      ...hidden.task.map((subjectId) => ({ subjectType: 'Task', subjectId })),
      ...hidden.project.map((subjectId) => ({ subjectType: 'Project', subjectId })),
    ])
  const notes = VISIBLE.map((id): Row => {
    const subject =
      seen.below(2) === 0
        ? { subjectType: seen.of(['Task', 'Project']), subjectId: seen.of(VISIBLE) }
        : nowhere()
    return { id, body: seen.of(WORDS), hidden: false, ...subject }
  })
  for (const id of hidden.note) {
    const subject = { subjectType: unseen.of(['Task', 'Project']), subjectId: unseen.of(VISIBLE) }
    notes.push({ id, body: unseen.of(WORDS), hidden: true, ...subject })
  }
  await prisma.note.createMany({ data: notes as never })

  const invoices = VISIBLE.map((id): Row => ({ id, tenantId: OWN, amount: seen.below(100) }))
  for (const id of hidden.invoice) invoices.push({ id, tenantId: 2, amount: unseen.below(100) })
  await prisma.invoice.createMany({ data: invoices as never })
}

/** A row of the join model for members and projects. */
interface Seat {
  readonly memberId: number
  readonly projectId: number
  readonly hidden: boolean
}

/**
 * Returns whether a test's request may link the two. A link that already exists in a hidden row is rejected,
 * which reveals it.
 */
export const mayBeLinked = (memberId: number, projectId: number): boolean => (memberId + projectId) % 2 === 0

/** Visible seats, hidden seats of visible members, and random seats of hidden members or projects. */
function seatsOf(
  hidden: Readonly<Record<'member' | 'project', readonly number[]>>,
  seen: Dice,
  unseen: Dice,
): readonly Seat[] {
  const shown = VISIBLE.flatMap((memberId) =>
    VISIBLE.filter(() => seen.below(3) === 0).map((projectId) => ({ memberId, projectId, hidden: false })),
  )
  const others = [...VISIBLE, ...hidden.member].flatMap((memberId) =>
    [...VISIBLE, ...hidden.project].flatMap((projectId): readonly Seat[] => {
      const isOfVisible = VISIBLE.includes(memberId) && VISIBLE.includes(projectId)
      const isShown = shown.some((seat) => seat.memberId === memberId && seat.projectId === projectId)
      if (isShown || (isOfVisible && mayBeLinked(memberId, projectId)) || unseen.below(2) === 0) return []
      return [{ memberId, projectId, hidden: isOfVisible || unseen.below(2) === 0 }]
    }),
  )
  return [...shown, ...others]
}
