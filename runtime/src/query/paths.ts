/** Which include path a name in a parameter means (rule 2.3). */
export type ResolvedPath =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'ambiguous'; readonly paths: readonly string[] }
  | { readonly kind: 'none' }

/**
 * Resolves a name to one of the included paths: the full path, or the last part of it while only one path ends in it
 * (rule 2.3).
 */
export function resolvePath(name: string, included: readonly string[]): ResolvedPath {
  if (included.includes(name)) return { kind: 'path', path: name }
  const paths = included.filter((path) => path.endsWith(`.${name}`))
  const [path, ...others] = paths
  if (path === undefined) return { kind: 'none' }
  return others.length === 0 ? { kind: 'path', path } : { kind: 'ambiguous', paths }
}

/** Why a name stands for no included path, in words. */
export function pathFault(name: string, resolved: Exclude<ResolvedPath, { readonly kind: 'path' }>): string {
  return resolved.kind === 'ambiguous'
    ? `"${name}" is ambiguous: it may mean ${resolved.paths.map((path) => `"${path}"`).join(' or ')}.`
    : `The relationship "${name}" is not included.`
}
