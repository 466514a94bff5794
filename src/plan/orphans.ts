import type { Snapshot } from './snapshot.js'

/** A file of the user that imports something that no longer exists: only the user can decide about it. */
export interface Orphan {
  readonly kind: 'report'
  readonly path: string
  readonly missing: string
  /** The new place of its code, if its resource has another name now. */
  readonly movesTo?: string | undefined
}

/**
 * Hand-owned files whose resource no longer exists: a `*.resource.ts` that imports a generated file which is no longer
 * made, and a `*.routes.ts` that imports such a class, with its test. Other files are ignored. `made` are the paths of
 * generated files, `expected` those of scaffolded ones.
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

// Searches for the specifier as our templates write it, because parsing the file is not necessary.
function importsOf(text: string, prefix: string): readonly string[] {
  return text
    .split(/["']/)
    .filter((each) => each.startsWith(prefix) && each.endsWith('.js'))
    .map((each) => each.slice(prefix.length))
}
