import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodeOf } from '../plan/io.js'
import type { PlanEntry } from '../plan/plan.js'
import { firstFile } from './templates.js'

/** The file that coding agents read before they change a project. */
export const AGENTS = 'AGENTS.md'

/** The parts of a project that the file mentions. */
export interface Described {
  readonly schema: string
  /** The option that names the schema in commands, if it is needed, such as ` --schema prisma/schema.prisma`. */
  readonly option: string
  /** The output folder, relative to the project. */
  readonly output: string
  /** Whether the API is on Kysely. Otherwise, it is on Prisma. */
  readonly isKysely: boolean
  /** Whether package.json has our scripts. */
  readonly hasScripts: boolean
}

/**
 * The file that tells coding agents how to change the API (rule 20.29). An existing file belongs to the user and is not
 * changed. A step then lists the missing lines.
 */
export async function agentsFile(
  cwd: string,
  described: Described,
): Promise<{
  readonly entries: readonly PlanEntry[]
  readonly said: readonly string[]
  readonly steps: readonly string[]
}> {
  const before = await textAt(join(cwd, AGENTS))
  if (before === undefined) {
    const text = await firstFile(AGENTS, viewOf(described))
    const entry: PlanEntry = { kind: 'create', path: AGENTS, owner: 'yours', text }
    return {
      entries: [entry],
      said: [`wrote ${AGENTS}, which tells coding agents how to change the API`],
      steps: [],
    }
  }
  if (before.includes('jsonapi-gen')) return { entries: [], said: [], steps: [] }
  const step = `add to ${AGENTS}: ${described.schema} describes the API, and node_modules/jsonapi-gen/AGENTS.md explains how to change it`
  return { entries: [], said: [], steps: [step] }
}

function viewOf({ hasScripts, ...described }: Described): Readonly<Record<string, string | boolean>> {
  const { option } = described
  return {
    ...described,
    generate: hasScripts ? 'npm run jsonapi:generate' : `npx jsonapi-gen generate${option}`,
    check: hasScripts ? 'npm run jsonapi:check' : `npx jsonapi-gen generate${option} --check`,
  }
}

/** The file's text; undefined if the file does not exist. An unreadable file counts as existing, and is not changed. */
const textAt = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: unknown) => (errorCodeOf(error) === 'ENOENT' ? undefined : ''))
