import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Workspace, workspaceOf } from '../workspace/workspace.js'
import { CLIENT_MODULE } from './client-module.js'
import { clientsIn, existingClient, type ExistingClient } from './existing-client.js'
import { existingServer, type ExistingServer } from './existing-server.js'
import { type Manifest, readManifest } from './manifest.js'
import { firstOf, prismaSchemaOf, prismaSchemasBeside } from './prisma-schema.js'

/** The content of a project before it has a schema. Paths are relative to it. */
export interface Survey {
  /** The first existing schema, which is not changed. */
  readonly schema: string | undefined
  /** The Prisma schema: a file, or a folder of files. It may be in another package of the workspace. */
  readonly prisma: string | undefined
  /** The Prisma schemas of the workspace, if the project has none and several packages have one. */
  readonly candidates: readonly string[]
  readonly workspace: Workspace | undefined
  readonly manifest: Manifest
  /**
   * Whether src/prisma.ts exists and exports the Prisma Client as `prisma`. Generated code imports the client
   * from this file.
   */
  readonly clientModule: 'missing' | 'there' | 'misnamed'
  /** The module that creates the Prisma Client, if src/prisma.ts does not exist. */
  readonly client: ExistingClient | undefined
  /** An existing server. */
  readonly server: ExistingServer | undefined
}

const SCHEMAS = ['schema.yaml', 'schema.yml']
/** Surveys a project. Nothing is changed. `given` is the path of its Prisma schema, if the user names it. */
export async function survey(folder: string, given?: string): Promise<Survey> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined)
  const workspace = await workspaceOf(folder)
  const own = given ?? (await prismaSchemaOf(folder))
  const beside = own === undefined && workspace ? await prismaSchemasBeside(folder, workspace) : []
  const clientModule = await clientModuleIn(folder)
  return {
    schema: await firstOf(folder, SCHEMAS),
    prisma: own ?? (beside.length === 1 ? beside[0] : undefined),
    candidates: beside.length > 1 ? beside : [],
    workspace,
    manifest: readManifest(text),
    clientModule,
    client: clientModule === 'missing' ? await existingClient(folder) : undefined,
    server: await existingServer(folder),
  }
}

async function clientModuleIn(folder: string): Promise<Survey['clientModule']> {
  const text = await readFile(join(folder, CLIENT_MODULE), 'utf8').catch(() => undefined)
  if (text === undefined) return 'missing'
  const names = clientsIn(text)
  return names.length === 0 || names.includes('prisma') ? 'there' : 'misnamed'
}
