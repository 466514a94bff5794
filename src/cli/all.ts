import { relative } from 'node:path'
import { allSchemas } from '../init/all-schemas.js'
import { workspaceOf } from '../workspace/workspace.js'
import type { GenerateOptions } from './generate-options.js'
import type { Io } from './io.js'

/** The options of `generate --all`, with the schemas of the workspace. Undefined, with a message, if it has no schema. */
export async function withAllSchemas<Options extends GenerateOptions>(
  options: Options,
  io: Io,
): Promise<Options | undefined> {
  const workspace = await workspaceOf(io.cwd)
  const schemas = await allSchemas(workspace ?? { packages: [{ folder: io.cwd, name: undefined }] })
  if (schemas.length > 0) {
    return { ...options, schema: schemas.map((path) => relative(io.cwd, path).replaceAll('\\', '/')) }
  }
  const place = workspace ? `the workspace ${workspace.root}` : 'this folder, which is not in a workspace'
  io.err(`There is no schema in ${place}: run npx jsonapi-gen init in the folder of each API\n`)
  return undefined
}
