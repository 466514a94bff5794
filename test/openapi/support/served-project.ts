import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../../../scripts/lib/paths.js'
import { jsonapiGenHere } from '../../generator/support/cli.js'

/** A generated project whose server serves its document. It is inside the repository, where its imports resolve. */
export interface ServedProject {
  readonly folder: string
  /** The document that `jsonapi-gen openapi` prints. */
  readonly document: unknown
  remove(): Promise<void>
}

/** Generates a project with one type that needs no store, and writes the server that a user would write. */
export async function createServedProject(): Promise<ServedProject> {
  await mkdir(at('.tmp'), { recursive: true })
  const folder = await mkdtemp(at('.tmp/openapi-'))
  await mkdir(join(folder, 'src/api'), { recursive: true })
  await symlink(at('node_modules'), join(folder, 'node_modules'))
  for (const [file, text] of Object.entries(FILES)) await writeFile(join(folder, file), text)
  const generated = await jsonapiGenHere(['generate', '--quiet'], folder)
  if (generated.code !== 0) throw new Error(generated.stderr)
  const { stdout } = await jsonapiGenHere(['openapi'], folder)
  return {
    folder,
    document: JSON.parse(stdout),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** The response of a project's server, and its output on stderr. */
export interface Told {
  readonly status: number
  readonly document: unknown
  readonly stderr: string
}

/** Starts Node with parameters, waits until the server listens, requests its document, and ends it. */
export async function toldBy(
  { folder }: Pick<ServedProject, 'folder'>,
  ...parameters: readonly string[]
): Promise<Told> {
  const child = spawn(process.execPath, parameters, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const closed = once(child, 'close')
  try {
    const [port] = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), closed.then(() => [])])
    if (port === undefined) throw new Error(stderr)
    const response = await fetch(`http://127.0.0.1:${Number(port)}/openapi.json`)
    return { status: response.status, document: await response.json(), stderr }
  } finally {
    child.kill()
    await closed
  }
}

const SCHEMA = `generate: { output: src/api, framework: fetch, openapi: true }
resources:
  notes:
    adapter: null
    public: true
    actions: [index]
    attributes: { text: { type: string, description: 'Any “text”.' }, views: integer }
`

const SERVER = `import { serve } from '@hono/node-server'
import { api } from './api/routes/index.js'

serve({ fetch: (request) => api.fetch(request), port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port))
`

const RESOURCE = `import { NoteResourceBase, type NoteRecord } from './generated/note.gen.js'

export class NoteResource extends NoteResourceBase<readonly NoteRecord[]> {
  baseScope(): readonly NoteRecord[] {
    return []
  }
  sortScope(scope: readonly NoteRecord[]): readonly NoteRecord[] {
    return scope
  }
  paginateScope(scope: readonly NoteRecord[]): readonly NoteRecord[] {
    return scope
  }
  async resolve(scope: readonly NoteRecord[]): Promise<NoteRecord[]> {
    return [...scope]
  }
}
`

const FILES = {
  'package.json': JSON.stringify({ type: 'module' }),
  'schema.yaml': SCHEMA,
  'src/api/note.resource.ts': RESOURCE,
  'src/server.ts': SERVER,
  'tsconfig.json': JSON.stringify({
    extends: '../../tsconfig.base.json',
    compilerOptions: { rootDir: 'src', outDir: 'dist' },
    include: ['src'],
  }),
}
