import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ts as Ts } from 'ts-morph'
import type { Framework } from '../schema/types.js'
import { typescript } from '../typescript/typescript.js'

/** A project's server. */
export interface ExistingServer {
  /** The path, relative to the project. */
  readonly path: string
  /** Whether the server imports the generated routes. */
  readonly isMounted: boolean
}

const PATHS = ['src/', ''].flatMap((folder) =>
  ['server', 'index', 'app', 'main'].flatMap((name) =>
    ['ts', 'mts', 'js', 'mjs'].map((extension) => `${folder}${name}.${extension}`),
  ),
)

/**
 * Finds a file that opens a port. A file with the name of a starter server also counts, because it would not be
 * overwritten.
 */
export async function existingServer(folder: string): Promise<ExistingServer | undefined> {
  for (const path of PATHS) {
    const text = await readFile(join(folder, path), 'utf8').catch(() => undefined)
    if (text === undefined || !(path.startsWith('src/server.') || listens(text))) continue
    return { path, isMounted: text.includes('routes/index') }
  }
  return undefined
}

/** Whether a module opens a port, meaning that it calls any `listen` or `serve`. The module is read, but never run. */
function listens(text: string): boolean {
  if (!/\b(?:listen|serve)\b/.test(text)) return false
  const ts = typescript()
  const isCall = (node: Ts.Node): boolean => {
    if (!ts.isCallExpression(node)) return false
    const { expression: called } = node
    const name = ts.isPropertyAccessExpression(called) ? called.name : called
    return ts.isIdentifier(name) && ['listen', 'serve'].includes(name.text)
  }
  const holds = (node: Ts.Node): boolean => isCall(node) || ts.forEachChild(node, holds) === true
  return holds(ts.createSourceFile('server.ts', text, ts.ScriptTarget.Latest))
}

/** The line that serves the routes in a server of a framework; undefined if the platform serves them. */
export function mountLine(framework: Framework): string | undefined {
  switch (framework) {
    case 'express':
      return 'app.use(routes)'
    case 'fastify':
      return 'app.register(routes)'
    case 'hono':
      return "app.route('/', routes)"
    case 'nest':
    case 'fetch':
      return undefined
  }
}
