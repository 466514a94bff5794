import type { CompiledResource } from '../../resource/compile.js'
import { deprecations, partKey } from '../../resource/deprecated-uses.js'
import { currentRequest } from '../../resource/frame.js'
import type { Graph } from '../request/graph.js'

/**
 * Notes the deprecated parts that a checked write of a client names, in its record and in nested ones, and the actions
 * whose guards were asked.
 */
export function noteWrite(graph: Graph, context: object): void {
  if (!deprecations.exist) return
  const note = ({ deprecated }: CompiledResource, parts: readonly string[]): void => {
    if (deprecated) currentRequest().noteParts(context, deprecated, parts)
  }
  for (const { resource, action } of graph.actions) note(resource, [partKey('action', action)])
  for (const { resource, attributes, relationships } of graph.nodes) {
    note(resource, [
      partKey('resource'),
      ...[...attributes.keys()].map((name) => partKey('attribute', name)),
      ...relationships.map(({ declared }) => partKey('relationship', declared.name)),
    ])
  }
}
