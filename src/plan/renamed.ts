import { kebabCase } from '../name/words.js'
import type { Orphan } from './orphans.js'

/** The user's own files for one resource, relative to the output folder. */
export interface OwnedFiles {
  /** `article.resource.ts` */
  readonly resource: string
  /** `routes/articles.routes.ts` */
  readonly routes: string
  /** The resource's model; undefined on the null adapter. */
  readonly model: string | undefined
}

/**
 * Adds to each orphan the new location for its code if its resource seems to have been renamed: its files are
 * named after a model whose only resource now has a different name.
 */
export function withNewNames(
  orphans: readonly Orphan[],
  resources: readonly OwnedFiles[],
): readonly Orphan[] {
  const paths = new Map(orphans.map((each) => [each.path, each]))
  const targetOf = (orphan: Orphan): string | undefined => {
    const above = paths.get(orphan.missing)
    if (orphan.path.endsWith('.routes.test.ts')) {
      return above && targetOf(above)?.replace(/\.ts$/, '.test.ts')
    }
    const resource = orphan.path.endsWith('.routes.ts') ? above?.path : orphan.path
    const [, stem] = /^(?:.*\/)?([^/]+)\.resource\.ts$/.exec(resource ?? '') ?? []
    const [found, second] = resources.filter(({ model }) => model !== undefined && kebabCase(model) === stem)
    if (found === undefined || second !== undefined) return undefined
    return orphan.path.endsWith('.routes.ts') ? found.routes : found.resource
  }
  return orphans.map((each) => ({ ...each, movesTo: targetOf(each) }))
}
