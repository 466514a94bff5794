import type { Snapshot } from './snapshot.js'

/** A file of the user's that builds on something that is gone: only they can decide what becomes of it. */
export interface Orphan {
  readonly kind: 'report'
  readonly path: string
  readonly missing: string
  /** Where its code goes, where its resource has another name now. */
  readonly movesTo?: string | undefined
}

/**
 * Hand-owned files whose resource is gone: a `*.resource.ts` that imports a generated file which is no longer made, and
 * a `*.routes.ts` that imports such a class, with its test. Files that import neither are not ours to judge.
 * `made` are the paths of what is generated, `expected` those of what is scaffolded.
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

// Looks for the specifier as our templates write it; no need to parse a file in order to mention it.
function importsOf(text: string, prefix: string): readonly string[] {
  return text
    .split(/["']/)
    .filter((each) => each.startsWith(prefix) && each.endsWith('.js'))
    .map((each) => each.slice(prefix.length))
}
