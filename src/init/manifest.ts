import { isMap, isPair, isScalar, parseDocument, type Document, type Pair, type YAMLMap } from 'yaml'
import { bundlerAmong, type Bundler } from '../pipeline/bundler.js'
import type { Framework, Imports } from '../schema/types.js'

/** The relevant content of a package.json. */
export type Manifest =
  | { readonly kind: 'missing' | 'faulty' }
  | {
      readonly kind: 'read'
      readonly text: string
      /** The framework among its dependencies; undefined if it has no supported framework. */
      readonly framework: Framework | undefined
      /** The framework that bundles the project, if it depends on no other. */
      readonly bundler: Bundler | undefined
      readonly hasVitest: boolean
      readonly prismaSchema: string | undefined
      /** Whether the project's files are modules, because of `"type": "module"`. */
      readonly isModule: boolean
      /** The names of its dependencies. */
      readonly packages: ReadonlySet<string>
      /** The names of its scripts. */
      readonly scripts: readonly string[]
      /** The commands of its scripts. */
      readonly commands: readonly string[]
    }

const PACKAGES: readonly (readonly [string, Framework])[] = [
  ['@nestjs/platform-fastify', 'fastify'],
  ['@nestjs/core', 'nest'],
  ['express', 'express'],
  ['fastify', 'fastify'],
  ['hono', 'hono'],
]

/** Reads the text of a package.json. */
export function readManifest(text: string | undefined): Manifest {
  if (text === undefined) return { kind: 'missing' }
  const document = jsonOf(text)
  if (!document) return { kind: 'faulty' }
  const packages = new Set([...namesIn(document, 'dependencies'), ...namesIn(document, 'devDependencies')])
  const framework = PACKAGES.find(([name]) => packages.has(name))?.[1]
  const bundler = framework ? undefined : bundlerAmong(packages)
  const prismaSchema: unknown = document.getIn(['prisma', 'schema'])
  return {
    kind: 'read',
    text,
    framework: framework ?? (bundler === undefined ? undefined : 'fetch'),
    bundler,
    hasVitest: packages.has('vitest'),
    isModule: document.get('type') === 'module',
    packages,
    prismaSchema: typeof prismaSchema === 'string' ? prismaSchema : undefined,
    scripts: namesIn(document, 'scripts'),
    commands: namesIn(document, 'scripts').map((name) => String(document.getIn(['scripts', name]))),
  }
}

/** The ending of imports in a project: bundlers find files without an extension, and Turbopack only those. */
export function importsOf(manifest: Manifest): Imports {
  return manifest.kind === 'read' && manifest.bundler !== undefined ? 'none' : 'js'
}

/** Adds scripts after the existing ones, and leaves every other byte unchanged. */
export function withScripts(text: string, scripts: Readonly<Record<string, string>>): string {
  const document = jsonOf(text)
  const root = document?.contents
  if (!isMap(root)) return text
  const entries = Object.entries(scripts).map(
    ([name, command]) => `${JSON.stringify(name)}: ${JSON.stringify(command)}`,
  )
  const existing = root.get('scripts')
  const indent = indentOf(text)
  if (!isMap(existing)) {
    const block = `"scripts": {\n${indent}${indent}${entries.join(`,\n${indent}${indent}`)}\n${indent}}`
    return insertLast(text, root, block, indent, '')
  }
  return insertLast(text, existing, entries.join(`,\n${indent}${indent}`), indent + indent, indent)
}

// JSON is YAML, and only the YAML parser keeps positions.
function jsonOf(text: string): Document | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? parseDocument(text)
      : undefined
  } catch {
    return undefined
  }
}

function namesIn(document: Document, key: string): readonly string[] {
  const map = document.get(key)
  return isMap(map) ? map.items.flatMap(({ key: name }) => (isScalar(name) ? [String(name.value)] : [])) : []
}

function indentOf(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? '  '
}

function insertLast(text: string, map: YAMLMap, entry: string, indent: string, closing: string): string {
  const last = map.items.at(-1)
  const end = last && endOf(last)
  if (end !== undefined) return `${text.slice(0, end)},\n${indent}${entry}${text.slice(end)}`
  const [start = 0, , after = text.length] = map.range ?? []
  return `${text.slice(0, start)}{\n${indent}${entry}\n${closing}}${text.slice(text.lastIndexOf('}', after - 1) + 1)}`
}

function endOf(pair: Pair): number | undefined {
  const { value } = pair
  const range = typeof value === 'object' && value !== null && 'range' in value ? value.range : undefined
  return isPair(pair) && Array.isArray(range) && typeof range[1] === 'number' ? range[1] : undefined
}
