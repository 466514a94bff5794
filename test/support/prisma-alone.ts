import { readFileSync } from 'node:fs'
import { at } from '../../scripts/lib/paths.js'

/** A file of tests, or one test of it, that `ENGINE=kysely` leaves out. */
export interface PrismaAlone {
  readonly path: string
  /** What the title of the test begins with; without it, the whole file is left out. */
  readonly title: string | undefined
}

/** What tests the Prisma Client itself: the list in test/README.md is what is left out on Kysely, and nothing else is. */
export const prismaAlone: readonly PrismaAlone[] = [
  ...readFileSync(at('test/README.md'), 'utf8').matchAll(
    /^- `(test\/[\w./-]+\.test\.ts)`(?: "([^"]+)")?: /gm,
  ),
].map(([, path = '', title]) => ({ path, title }))

/** Whether a test of a file is left out on Kysely. */
export const isPrismaAlone = (file: string, name: string): boolean =>
  prismaAlone.some(
    ({ path, title }) => title !== undefined && file.endsWith(`/${path}`) && name.startsWith(title),
  )
