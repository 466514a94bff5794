import type { Oracle } from './oracle.js'
import type { ReadPath } from './read-paths.js'
import type { Write } from './write-paths.js'
import { type Project, type Seat, type World, WORLD } from './world.js'

const { tasks, projects, seats } = WORLD

/** Paths to tasks through the join model of members and projects, whose rows have policies of their own (rule 14.16). */
export const SEAT_READS: readonly ReadPath[] = [
  {
    what: 'an include through a join model',
    path: '/members?include=projects.tasks',
    shows: (oracle) => tasksSeated(oracle, () => true),
  },
  ...[1, 2, 3].map((member): ReadPath => ({
    what: 'a filter through a join model',
    path: `/projects?filter[members.name]=member ${member}&include=tasks`,
    shows: (oracle) => tasksSeated(oracle, ({ memberId }) => memberId === member),
  })),
  ...[1, 2, 3].map((member): ReadPath => ({
    what: 'a related address through a join model',
    path: `/members/${member}/projects?include=tasks`,
    shows: (oracle) => tasksSeated(oracle, ({ memberId }) => memberId === member),
  })),
]

/** Writes to the seats of project 1, through the relationships at either end. */
export const SEAT_WRITES: readonly Write[] = [1, 2, 3].flatMap((member): readonly Write[] => {
  const own = seats.find((seat) => seat.projectId === 1 && seat.memberId === member)
  const links = ({ isIn, seesSeat, createsSeat }: Oracle): number =>
    isIn && ((own && seesSeat(own)) || createsSeat({ memberId: member })) ? 204 : 403
  const unlinks = ({ isIn, seesSeat, destroysSeat }: Oracle): number =>
    isIn && (!own || !seesSeat(own) || destroysSeat(own)) ? 204 : 403
  const linked = (world: World): World => seated(world, () => true, member)
  // Links that the viewer does not see stay unchanged.
  const unlinked = (world: World, { seesSeat }: Oracle): World =>
    seated(world, (seat) => seat.memberId !== member || !seesSeat(seat))
  const ofProject = { data: [{ type: 'members', id: String(member) }] }
  const ofMember = { data: [{ type: 'projects', id: '1' }] }
  const ends = [
    ['/projects/1/relationships/members', ofProject],
    [`/members/${member}/relationships/projects`, ofMember],
  ] as const
  return [
    ...ends.flatMap(([path, body]): readonly Write[] => [
      { what: 'a link through a join model', method: 'POST', path, body, status: links, result: linked },
      {
        what: 'an unlink through a join model',
        method: 'DELETE',
        path,
        body,
        status: unlinks,
        result: unlinked,
      },
    ]),
    {
      what: 'a set through a join model that is replaced',
      method: 'PATCH',
      path: '/projects/1/relationships/members',
      body: ofProject,
      status: (oracle) => {
        const dropped = seats.filter(
          (seat) => seat.projectId === 1 && seat.memberId !== member && oracle.seesSeat(seat),
        )
        return dropped.every(oracle.destroysSeat) ? links(oracle) : 403
      },
      result: (world, { seesSeat }) =>
        seated(world, (seat) => seat.memberId === member || !seesSeat(seat), member),
    },
  ]
})

/** The tasks of the projects that some seats refer to. */
function tasksSeated({ seesTask, seesProject, seesSeat }: Oracle, isMeant: (seat: Seat) => boolean) {
  const leadsTo = (project: Project): boolean =>
    seats.some((seat) => seat.projectId === project.id && seesSeat(seat) && isMeant(seat))
  return tasks.filter(
    (task) =>
      seesTask(task) && projects.some((one) => one.id === task.projectId && seesProject(one) && leadsTo(one)),
  )
}

/** Returns a world with only some of project 1's seats, and with an additional seat if `added` is set. */
function seated(world: World, isKept: (seat: Seat) => boolean, added?: number): World {
  const kept = world.seats.filter((seat) => seat.projectId !== 1 || isKept(seat))
  const isNew = added !== undefined && !kept.some((seat) => seat.projectId === 1 && seat.memberId === added)
  const all = isNew ? [...kept, { memberId: added, projectId: 1, hidden: false }] : kept
  return { ...world, seats: all.toSorted((a, b) => a.memberId - b.memberId || a.projectId - b.projectId) }
}
