import type { CompiledResource } from '../../resource/compile.js'
import { joinsOf } from '../../resource/relations.js'
import { linkedKeys, type Mention, mentionsIn } from './mentions.js'
import type { WriteNode } from './node.js'
import { type WrittenAction, writtenActions } from './written-actions.js'

/** The records of a write, with facts about them that are computed once. */
export class Graph {
  /** The primary record. */
  readonly root: WriteNode
  /** Every record once, parents before their children. */
  readonly nodes: readonly WriteNode[]
  #actions: readonly WrittenAction[] | undefined
  #mentions: readonly Mention[] | undefined
  #linkedKeys: ReadonlySet<string> | undefined
  #resources: ReadonlySet<CompiledResource> | undefined

  constructor(root: WriteNode) {
    const nodes = new Set<WriteNode>([root])
    for (const node of nodes) {
      for (const { references } of node.relationships) {
        for (const reference of references) nodes.add(reference.node)
      }
    }
    this.root = root
    this.nodes = [...nodes]
  }

  /** The actions of the write, as far as the request shows them. */
  get actions(): readonly WrittenAction[] {
    return (this.#actions ??= writtenActions(this.nodes))
  }

  /** The links that the request mentions, through the relationships of both ends. */
  get mentions(): readonly Mention[] {
    return (this.#mentions ??= mentionsIn(this.nodes))
  }

  /** The foreign keys of existing records that the request sets, by `keyName`. */
  get linkedKeys(): ReadonlySet<string> {
    return (this.#linkedKeys ??= linkedKeys(this.mentions))
  }

  /** The resources of all records and joins, in the order of the write. */
  get resources(): ReadonlySet<CompiledResource> {
    return (this.#resources ??= resourcesOf(this.nodes))
  }

  /** How many named records the write changes; records that are only linked do not count (rule 17.4). */
  get writtenRecords(): number {
    return this.nodes.filter(({ method, hasContent }) => method !== 'associate' || hasContent).length
  }
}

function resourcesOf(nodes: readonly WriteNode[]): ReadonlySet<CompiledResource> {
  const found = new Set<CompiledResource>()
  for (const { resource, relationships } of nodes) {
    found.add(resource)
    for (const { declared } of relationships) {
      for (const join of joinsOf(declared)) found.add(join)
    }
  }
  return found
}
