import type { Oracle } from './oracle.js'
import { type Task, WORLD } from './world.js'

const { tasks, projects, labelled, notes } = WORLD

/** A path that reads tasks: the tasks that it shows to a viewer, or undefined if the response is 404. */
export interface ReadPath {
  readonly what: string
  readonly path: string
  readonly shows: (oracle: Oracle) => readonly Task[] | undefined
}

/** Every kind of path to tasks. */
export const READS: readonly ReadPath[] = [
  { what: 'primary', path: '/tasks', shows: ({ seesTask }) => tasks.filter(seesTask) },
  ...tasks.map((task): ReadPath => ({
    what: 'one',
    path: `/tasks/${task.id}`,
    shows: ({ seesTask }) => (seesTask(task) ? [task] : undefined),
  })),
  {
    what: 'an include',
    path: '/projects?include=tasks',
    shows: ({ seesTask, seesProject }) =>
      tasks.filter(
        (task) => seesTask(task) && projects.some((one) => one.id === task.projectId && seesProject(one)),
      ),
  },
  {
    what: 'an include below another',
    path: '/projects?include=tasks.children',
    shows: ({ seesTask, seesProject }) => {
      const above = tasks.filter(
        (task) => seesTask(task) && projects.some((one) => one.id === task.projectId && seesProject(one)),
      )
      const below = tasks.filter((task) => seesTask(task) && above.some(({ id }) => id === task.parentId))
      return tasks.filter((task) => above.includes(task) || below.includes(task))
    },
  },
  {
    what: 'an include of a foreign key',
    path: '/members?include=tasks',
    shows: ({ seesTask }) => tasks.filter(seesTask),
  },
  {
    what: 'an include of a join',
    path: '/labels?include=tasks',
    shows: ({ seesTask }) =>
      tasks.filter((task) => seesTask(task) && labelled.some(([, id]) => id === task.id)),
  },
  {
    what: 'a page of an include',
    path: '/labels?include=tasks&page[tasks][size]=1',
    shows: ({ seesTask }) =>
      tasks.filter((task) =>
        [1, 2].some((label) => {
          const [first] = tasks.filter(
            (one) => seesTask(one) && labelled.some(([of, id]) => of === label && id === one.id),
          )
          return first === task
        }),
      ),
  },
  {
    what: 'a polymorphic include',
    path: '/notes?include=subject',
    shows: ({ seesTask }) =>
      tasks.filter(
        (task) =>
          seesTask(task) && notes.some((note) => note.subjectType === 'Task' && note.subjectId === task.id),
      ),
  },
  ...notes
    .filter(({ subjectType }) => subjectType === 'Task')
    .flatMap((note): ReadPath[] =>
      ['', 'relationships/'].map((relationship) => ({
        what: 'a polymorphic address',
        path: `/notes/${note.id}/${relationship}subject`,
        shows: ({ seesTask }) => tasks.filter((task) => task.id === note.subjectId && seesTask(task)),
      })),
    ),
  ...projects.flatMap((project): ReadPath[] =>
    ['', 'relationships/'].map((relationship) => ({
      what: 'a related address',
      path: `/projects/${project.id}/${relationship}tasks`,
      shows: ({ seesTask, seesProject }) =>
        seesProject(project)
          ? tasks.filter((task) => task.projectId === project.id && seesTask(task))
          : undefined,
    })),
  ),
  ...tasks.flatMap((parent): ReadPath[] =>
    ['', 'relationships/'].map((relationship) => ({
      what: 'the address of a to-one',
      path: `/tasks/${parent.id}/${relationship}parent`,
      shows: ({ seesTask }) =>
        seesTask(parent) ? tasks.filter((task) => task.id === parent.parentId && seesTask(task)) : undefined,
    })),
  ),
  {
    what: 'a filter through',
    path: '/tasks?filter[parent.title][not_eq]=zzz',
    shows: ({ seesTask }) => tasks.filter(seesTask),
  },
  ...['a', 'd', 'b', 'g'].map((title): ReadPath => ({
    what: 'a filter through',
    path: `/tasks?filter[parent.title]=${title}`,
    shows: ({ seesTask }) =>
      tasks.filter(
        (task) =>
          seesTask(task) &&
          tasks.some((one) => one.id === task.parentId && one.title === title && seesTask(one)),
      ),
  })),
  {
    what: 'a filter through another resource',
    path: '/tasks?filter[project.name]=two',
    shows: ({ seesTask, seesProject }) =>
      tasks.filter(
        (task) =>
          seesTask(task) &&
          projects.some((one) => one.id === task.projectId && one.name === 'two' && seesProject(one)),
      ),
  },
  ...[4, 7].map((id): ReadPath => ({
    what: 'a filter by a key',
    path: `/tasks?filter[parentId]=${id}`,
    shows: ({ seesTask }) =>
      tasks.filter(
        (task) =>
          seesTask(task) && task.parentId === id && tasks.some((one) => one.id === id && seesTask(one)),
      ),
  })),
]
