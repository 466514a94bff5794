import { type Note, type Project, type Seat, type Task, type ViewerOf, WORLD } from './world.js'

/** The permissions of each viewer, as conditions on rows, independent of the runtime. */
export class Oracle {
  readonly #viewer: ViewerOf

  constructor(viewer: ViewerOf) {
    this.#viewer = viewer
  }

  /** A viewer sees the projects of the tenant. */
  seesProject = ({ tenantId }: Project): boolean => this.isBoss || tenantId === this.#viewer.tenant

  /** A viewer sees tasks that are neither secret nor internal. */
  seesTask = ({ secret, internal }: Task): boolean => this.isBoss || (!secret && internal === null)

  /** Viewers may update their own tasks while they see them. */
  updatesTask = (task: Task): boolean => this.seesTask(task) && (this.isBoss || this.#isOwn(task))

  /** Viewers may destroy their own tasks while the rank is low. */
  destroysTask = (task: Task): boolean => this.updatesTask(task) && (this.isBoss || task.rank < 5)

  /** Members may create tasks with a low rank. */
  createsTask = ({ rank }: Pick<Task, 'rank'>): boolean =>
    this.isBoss || (this.#viewer.name === 'member' && rank < 5)

  seesNote = ({ subjectType, subjectId }: Note): boolean =>
    subjectType === 'Task'
      ? WORLD.tasks.some((task) => task.id === subjectId && this.seesTask(task))
      : WORLD.projects.some((project) => project.id === subjectId && this.seesProject(project))

  /** A viewer sees seats that are not hidden. */
  seesSeat = ({ hidden }: Seat): boolean => this.isBoss || !hidden

  /** Members may create seats for members one and two. */
  createsSeat = ({ memberId }: Pick<Seat, 'memberId'>): boolean =>
    this.isBoss || (this.#viewer.name === 'member' && memberId < 3)

  /** Members may leave their own seats. */
  destroysSeat = (seat: Seat): boolean =>
    this.seesSeat(seat) && (this.isBoss || seat.memberId === this.#viewer.member)

  /** Any logged-in viewer who sees a project may update it. Only a boss may change its budget. */
  updatesProject = (project: Project): boolean => this.seesProject(project) && this.isIn

  /** Whether the user is logged in. */
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
