import { type Note, type Project, type Seat, type Task, type ViewerOf, WORLD } from './world.js'

/** What each viewer may see and do, said of rows, in no word of the runtime's. */
export class Oracle {
  readonly #viewer: ViewerOf

  constructor(viewer: ViewerOf) {
    this.#viewer = viewer
  }

  /** Projects: those of the tenant. */
  seesProject = ({ tenantId }: Project): boolean => this.isBoss || tenantId === this.#viewer.tenant

  /** Tasks: those that are neither secret nor internal. */
  seesTask = ({ secret, internal }: Task): boolean => this.isBoss || (!secret && internal === null)

  /** One's own are updated, while they are seen. */
  updatesTask = (task: Task): boolean => this.seesTask(task) && (this.isBoss || this.#isOwn(task))

  /** One's own are destroyed, while their rank is low. */
  destroysTask = (task: Task): boolean => this.updatesTask(task) && (this.isBoss || task.rank < 5)

  /** Tasks are made in low ranks, by members. */
  createsTask = ({ rank }: Pick<Task, 'rank'>): boolean =>
    this.isBoss || (this.#viewer.name === 'member' && rank < 5)

  seesNote = ({ subjectType, subjectId }: Note): boolean =>
    subjectType === 'Task'
      ? WORLD.tasks.some((task) => task.id === subjectId && this.seesTask(task))
      : WORLD.projects.some((project) => project.id === subjectId && this.seesProject(project))

  /** Seats: those that are not hidden. */
  seesSeat = ({ hidden }: Seat): boolean => this.isBoss || !hidden

  /** Members give seats to members one and two. */
  createsSeat = ({ memberId }: Pick<Seat, 'memberId'>): boolean =>
    this.isBoss || (this.#viewer.name === 'member' && memberId < 3)

  /** One leaves one's own seat. */
  destroysSeat = (seat: Seat): boolean =>
    this.seesSeat(seat) && (this.isBoss || seat.memberId === this.#viewer.member)

  /** A project's budget is changed by nobody but a boss; whoever sees it may change what belongs to it. */
  updatesProject = (project: Project): boolean => this.seesProject(project) && this.isIn

  /** Somebody, who is logged in. */
  get isIn(): boolean {
    return this.#viewer.name !== 'nobody'
  }

  get isBoss(): boolean {
    return this.#viewer.name === 'boss'
  }

  #isOwn({ assigneeId }: Task): boolean {
    return assigneeId === this.#viewer.member && this.#viewer.member !== undefined
  }
}
