import type { VersionTags } from '../../controller/entity-tag.js'
import { recordsOfId } from '../../reader/base/incomparable-text.js'
import { load, newRun } from '../../reader/run.js'
import type { Scope } from '../../reader/scope.js'
import { currentFrame } from '../../resource/frame.js'
import { idOf } from '../../resource/compile.js'

/**
 * The tag of the single record in a scope, from its key and its version (rule 26.2); undefined if the scope has no such
 * record. A viewer who may not see the record does not see its version.
 */
export async function storedTag(scope: Scope, id: string, tags: VersionTags): Promise<string | undefined> {
  const { resource, path } = scope.plan.root
  const { context } = currentFrame()
  const run = newRun({ context, log: undefined, fields: scope.plan.fields, concurrency: 1 })
  const base = { kind: 'given', scope: scope.object } as const
  const asked = { resource, instance: scope.resource, path, base, columns: tags.columns }
  const [row] = await recordsOfId(id, () => load(asked, scope.object, run))
  // A store that ignores case may find a record with another id.
  return row && idOf(resource, row) === id ? tags.of(row) : undefined
}
