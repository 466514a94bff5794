import { readFileSync } from 'node:fs'
import { at } from '../../scripts/lib/paths.js'

/** A test file, or a test in it, that is skipped with `ENGINE=kysely`. */
export interface PrismaAlone {
  readonly path: string
  /** The beginning of the test's title. Without it, the whole file is skipped. */
  readonly title: string | undefined
}

/** The tests of the Prisma Client itself. Only the tests in the list of test/README.md are skipped on Kysely. */
export const prismaAlone: readonly PrismaAlone[] = [
  ...readFileSync(at('test/README.md'), 'utf8').matchAll(
    /^- `(test\/[\w./-]+\.test\.ts)`(?: "([^"]+)")?: /gm,
  ),
].map(([, path = '', title]) => ({ path, title }))

/** Whether a test is skipped on Kysely. */
export const isPrismaAlone = (file: string, name: string): boolean =>
  prismaAlone.some(
    ({ path, title }) => title !== undefined && file.endsWith(`/${path}`) && name.startsWith(title),
  )
