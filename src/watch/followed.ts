import { dirname, resolve } from 'node:path'
import { createReport } from '../diagnostic/report.js'
import { readSchema } from '../schema/read/schema.js'
import { readSource } from '../file/read-source.js'
import { readYaml } from '../yaml/read-yaml.js'

/** The files that a run depends on. Paths are absolute. A folder stands for everything in it. */
export interface Followed {
  readonly schema: string
  /** The Prisma schema that the YAML schema names. */
  readonly prisma: string | undefined
  readonly templates: string | undefined
}

/**
 * Finds the files to follow. If the schema cannot be read up to its `prisma:` block, the files that it named before are
 * still followed, because the user is likely to fix it.
 */
export async function findFollowed(
  { schema, templates }: Pick<Followed, 'schema' | 'templates'>,
  before: Followed | undefined,
): Promise<Followed> {
  const prisma = schema.endsWith('.prisma') ? undefined : await prismaOf(schema, before?.prisma)
  return { schema, prisma, templates }
}

/** The followed paths. */
export function pathsOf({ schema, prisma, templates }: Followed): readonly string[] {
  return [schema, prisma ?? [], templates ?? []].flat()
}

async function prismaOf(schema: string, before: string | undefined): Promise<string | undefined> {
  const read = await readSource(schema, schema)
  if (!read.ok) return before
  const report = createReport()
  const tree = readYaml(read.source, report)
  if (!tree) return before
  const named = readSchema(tree, report).prismaSchema?.value
  return named === undefined ? undefined : resolve(dirname(schema), named)
}
