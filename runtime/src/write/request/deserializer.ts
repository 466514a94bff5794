import { madeOnce } from '../../base/made-once.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import type { IncludeDirective } from '../../query/include.js'
import type { RelatedPayloads, WriteMeta } from '../../resource/payload.js'
import type { Graph } from './graph.js'
import { isLinked, type WriteNode } from './node.js'
import { type DocumentOptions, readDocument } from './read-document.js'
import { attributesWithId, relatedPayloads } from './linkage/related-payloads.js'

/**
 * A parsed write request. `faults` lists all format errors, and `jsonapiCreate` and `jsonapiUpdate` throw them. Invalid
 * parts of the request may be missing.
 */
export class Deserializer {
  /** The primary data as sent. */
  readonly data: unknown
  /** The primary record with its nested records; undefined if the record cannot be read. */
  readonly graph: Graph | undefined
  readonly faults: readonly JsonapiError[]
  readonly meta: WriteMeta

  constructor(document: unknown, options: DocumentOptions) {
    const { graph, faults } = readDocument(document, options)
    this.data =
      typeof document === 'object' && document !== null && 'data' in document ? document.data : undefined
    this.graph = graph
    this.faults = faults
    this.meta = Object.freeze({
      type: options.resource.type,
      tempId: graph?.root.tempId,
      method: options.method,
    })
    Object.freeze(this)
  }

  get id(): string | undefined {
    return this.graph?.root.id
  }

  /** The attributes as sent, including the id if there is one. */
  get attributes(): Readonly<Record<string, unknown>> {
    return this.graph ? attributesWithId(this.graph.root) : {}
  }

  /** The related records, each with its meta, attributes and relationships. */
  get relationships(): RelatedPayloads {
    return this.graph ? relatedPayloads(this.graph.root) : {}
  }

  /** The request's relationships as includes, except relationships to destroyed or disassociated records. */
  get includeDirective(): IncludeDirective {
    const tree: GrowingTree = new Map()
    return this.graph ? addIncludes(tree, this.graph.root) : tree
  }
}

interface GrowingTree extends Map<string, GrowingTree> {}

/** Adds the relationships of a record as includes, except those to destroyed or disassociated records. */
function addIncludes(tree: GrowingTree, owner: WriteNode): GrowingTree {
  for (const { declared, references } of owner.relationships) {
    const isShown = references.length === 0 || references.some(isLinked)
    if (!isShown) continue
    const below = madeOnce(tree, declared.name, (): GrowingTree => new Map())
    for (const reference of references) {
      const { node } = reference
      const hasMore = node !== owner && node.relationships.length > 0
      if (hasMore && isLinked(reference)) addIncludes(below, node)
    }
  }
  return tree
}
