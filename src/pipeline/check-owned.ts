import { join } from 'node:path'
import type { Memory } from '../file/memory.js'
import type { Report } from '../diagnostic/report.js'
import { listed, quoted } from '../diagnostic/words.js'
import type { Snapshot } from '../plan/snapshot.js'
import { placeOfFile } from '../plan/paths.js'
import type { OutputFile } from '../emit/output-file.js'
import { stubActions } from '../scaffold/stub-actions.js'
import type { ResourceSchema, Schema } from '../schema/schema.js'
import { conflictLine } from '../source/conflict.js'
import { createSource, spanOf } from '../source/source.js'

/**
 * Reports faults in the user's own files: merge conflicts (JG708), and stubs whose actions differ from the schema
 * (JG702).
 *
 * @param ours the files that our own templates would write now: a stub that equals one of them has the schema's
 * actions, and need not be parsed
 * @param memory knows the stubs that were found to match in earlier runs
 * @param hasActions whether the controllers' common base has the actions, in which case a stub may omit them
 */
export function checkOwned(
  schema: Schema,
  { owned }: Snapshot,
  {
    ours,
    hasActions,
    memory,
  }: {
    readonly ours: readonly OutputFile[]
    readonly hasActions: boolean
    readonly memory: Memory | undefined
  },
  root: string,
  report: Report,
): void {
  const untouched = new Map(ours.map((file) => [file.path, file]))
  for (const [path, text] of owned) checkConflict(join(root, path), text, report)
  for (const resource of schema.resources) {
    const path = `routes/${resource.names.routesFile}.routes.ts`
    const text = owned.get(path)
    if (text === undefined) continue
    const fact = [text, resource.actions, resource.names.controller, hasActions]
    if (memory?.knows(`checked ${path}`, ...fact)) continue
    if (
      text === untouched.get(path)?.text ||
      checkStub(resource, { text, hasActions }, join(root, path), report)
    ) {
      memory?.note(`checked ${path}`, ...fact)
    }
  }
}

function checkConflict(path: string, text: string, report: Report): void {
  const line = conflictLine(text)
  if (line === undefined) return
  const source = createSource(path, text)
  const before = source.text.split('\n').slice(0, line - 1)
  const start = before.reduce((sum, each) => sum + each.length + 1, 0)
  const at = spanOf(source, start, source.text.indexOf('\n', start))
  report.add('JG708', at, 'One of your files contains a merge conflict', {
    help: 'keep one side or combine both, and remove the conflict markers',
  })
}

/** Whether a stub has the schema's actions. */
function checkStub(
  resource: ResourceSchema,
  { text, hasActions }: { readonly text: string; readonly hasActions: boolean },
  path: string,
  report: Report,
): boolean {
  const { actions, type, names } = resource
  const stub = stubActions(text, names.controller)
  if (!stub) return true
  const extra = stub.actions.filter((action) => !actions.includes(action))
  const missing =
    stub.isWhole && !hasActions ? actions.filter((action) => !stub.actions.includes(action)) : []
  if (extra.length > 0) {
    const message = `${names.controller} has ${listed(extra)}, which the schema does not declare for ${quoted(type)}`
    report.add('JG702', placeOfFile(path), message, {
      help: 'requests for such an action return 405: remove the method, or add the action to the resource',
    })
  }
  if (missing.length > 0) {
    const message = `${names.controller} does not have ${listed(missing)}, which the schema declares for ${quoted(type)}`
    report.add('JG702', placeOfFile(path), message, {
      help: 'write the method, remove the action from the schema, or let ApplicationController extend ResourceController, which has a method for every action',
    })
  }
  return extra.length === 0 && missing.length === 0
}
