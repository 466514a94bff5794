import { partKey } from '../../resource/deprecated-uses.js'
import { currentRequest } from '../../resource/frame.js'
import type { Graph } from '../request/graph.js'

/** Notes the deprecated parts that a checked write of a client names, in its record and in nested ones. */
export function noteWrite({ nodes }: Graph, context: object): void {
  for (const { resource, attributes, relationships, hasContent } of nodes) {
    if (!resource.deprecated) continue
    currentRequest().noteParts(context, resource.deprecated, [
      ...(hasContent ? [partKey('resource')] : []),
      ...[...attributes.keys()].map((name) => partKey('attribute', name)),
      ...relationships.map(({ declared }) => partKey('relationship', declared.name)),
    ])
  }
}
