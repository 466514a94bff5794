import { dirname, resolve } from 'node:path'
import { createReport } from '../diagnostic/report.js'
import { readSchema } from '../schema/read/schema.js'
import { readSource } from '../file/read-source.js'
import { readYaml } from '../yaml/read-yaml.js'

/** What a run depends on. Paths are absolute; a folder stands for all that is in it. */
export interface Followed {
  readonly schema: string
  /** The Prisma schema that a YAML schema names. */
  readonly prisma: string | undefined
  readonly templates: string | undefined
}

/**
 * Finds what there is to follow. Where the schema cannot be read as far as its `prisma:` block, what it named before is
 * followed still: it is about to be mended.
 */
export async function findFollowed(
  { schema, templates }: Pick<Followed, 'schema' | 'templates'>,
  before: Followed | undefined,
): Promise<Followed> {
  const prisma = schema.endsWith('.prisma') ? undefined : await prismaOf(schema, before?.prisma)
  return { schema, prisma, templates }
}

/** The paths that are followed. */
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
