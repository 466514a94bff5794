import type { Snapshot } from './snapshot.js'

/** A user's file that imports something that no longer exists: only the user can decide what to do with it. */
export interface Orphan {
  readonly kind: 'report'
  readonly path: string
  readonly missing: string
  /** The new location for its code, if its resource was renamed. */
  readonly movesTo?: string | undefined
}

/**
 * The user's own files whose resource no longer exists: a `*.resource.ts` that imports a file that is no
 * longer generated, and a `*.routes.ts` that imports the class in such a file, together with its test. Other
 * files are ignored. `made` contains the paths of the generated files, and `expected` the paths of the
 * scaffolded files.
 */
export function findOrphans(
  made: ReadonlySet<string>,
  expected: ReadonlySet<string>,
  { owned }: Snapshot,
): readonly Orphan[] {
  const gone = new Map<string, string>()
  const candidates = [...owned].filter(([path]) => !expected.has(path))
  for (const [path, text] of candidates) {
    const missing = importsOf(text, './generated/')
      .map((name) => `generated/${name.replace(/\.js$/, '.ts')}`)
      .find((each) => each.endsWith('.gen.ts') && !made.has(each))
    if (missing !== undefined && path.endsWith('.resource.ts')) gone.set(path, missing)
  }
  for (const [path, text] of candidates) {
    const missing = importsOf(text, '../')
      .map((name) => name.replace(/\.js$/, '.ts'))
      .find((each) => gone.has(each))
    if (missing !== undefined && path.endsWith('.routes.ts')) gone.set(path, missing)
  }
  for (const [path] of candidates) {
    const controller = path.replace(/\.test\.ts$/, '.ts')
    if (controller !== path && gone.has(controller)) gone.set(path, controller)
  }
  return [...gone].map(([path, missing]) => ({ kind: 'report', path, missing }))
}

// Searching for the specifier as our templates write it suffices, without parsing the file.
function importsOf(text: string, prefix: string): readonly string[] {
  return text
    .split(/["']/)
    .filter((each) => each.startsWith(prefix) && each.endsWith('.js'))
    .map((each) => each.slice(prefix.length))
}
