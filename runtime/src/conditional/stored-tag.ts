import type { VersionTags } from '../controller/entity-tag.js'
import { logged, newRun } from '../read/run.js'
import type { Scope } from '../read/scope.js'
import { currentFrame } from '../resource/frame.js'
import { idOf } from '../resource/compile.js'

/**
 * The tag of the one record of a scope, by its key and its version alone (rule 26.2); undefined where the scope shows no such
 * record. Who may not see the record does not see its version.
 */
export async function storedTag(scope: Scope, id: string, tags: VersionTags): Promise<string | undefined> {
  const { resource, path } = scope.plan.root
  const { context } = currentFrame()
  const run = newRun({ context, log: undefined, fields: scope.plan.fields, concurrency: 1 })
  const [row] = await logged(
    run,
    { resource, path, operation: 'keys', scope: scope.object },
    () => resource.adapter().read(scope.object, tags.columns, resource),
    (rows) => rows.length,
  )
  // A store that compares texts without regard to case finds a record whose id is another one.
  return row && idOf(resource, row) === id ? tags.of(row) : undefined
}
