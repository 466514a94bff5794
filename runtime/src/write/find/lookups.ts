import { madeOnce } from '../../base/made-once.js'
import type { WriteAction } from '../../declare/config.js'
import { isLimited } from '../../reader/policies/policies.js'
import { read } from '../../reader/reader.js'
import { idOf } from '../../resource/compile.js'
import { type KnownRelation, relationOfGroup, scopeOf } from '../../resource/relations.js'
import type { Graph } from '../request/graph.js'
import type { WriteNode, WriteReference, WriteRelationship } from '../request/node.js'
import type { FindNamed } from './find-permitted.js'

/** The ids to find in one scope for one action. */
interface Search {
  /** Ids to look up. */
  readonly wanted: Set<string>
  /** Ids that have been looked up. */
  readonly searched: Set<string>
  readonly found: Map<string, object>
}

/** A relationship of a record in a write, which leads to one resource, and the existing records that it names. */
export interface NamedRelation {
  readonly node: WriteNode
  readonly relationship: WriteRelationship
  readonly relation: KnownRelation
  readonly named: readonly WriteReference[]
}

/**
 * The lookups of a write. Relationships with the same scope share one, and so one query for each action (rule 11.13).
 * Records whose lookups do not depend on other records are announced: those that new records link, and those that a
 * record links by its own keys.
 */
export class Lookups {
  /** The relationships that lead to one resource, parents before their children. */
  readonly relations: readonly NamedRelation[]
  readonly #scopes = new Map<object, Lookup>()

  constructor({ nodes }: Graph) {
    this.relations = namedRelationsIn(nodes)
    for (const { node, relationship, relation, named } of this.relations) {
      if (node.method !== 'create' && relationship.declared.holder !== 'owner') continue
      for (const reference of named) {
        if (reference.method !== 'associate') continue
        this.of(relation).note(reference.node.id ?? '', reference.action ?? reference.node.action)
      }
    }
  }

  /** The lookup of a relationship: in its own scope if it declares one, otherwise in the base of the related resource. */
  of(relation: KnownRelation): Lookup {
    const about = scopeOf(relation) === undefined ? relation.target : relation
    return madeOnce(this.#scopes, about, () => new Lookup(relation))
  }
}

/** Finds the records of one scope that the relationships of a write link. */
export class Lookup {
  readonly #relation: KnownRelation
  readonly #searches = new Map<WriteAction | undefined, Search>()

  constructor(relation: KnownRelation) {
    this.#relation = relation
  }

  /** Announces an id, so that the first search includes it. */
  note(id: string, action: WriteAction | undefined): void {
    this.#searchFor(this.#isLimited(action) ? action : undefined).wanted.add(id)
  }

  /** A record that was found before. Undefined if it was not, or if policies limit the action. */
  known(id: string, action: WriteAction | undefined): object | undefined {
    return this.#isLimited(action) ? undefined : this.#searches.get(undefined)?.found.get(id)
  }

  /** Finds records by ids, each once. */
  readonly find: FindNamed = async (ids, action) => {
    const search = this.#searchFor(action)
    const { wanted, searched, found } = search
    if (ids.some((id) => !searched.has(id))) {
      const missing = [...new Set([...ids, ...wanted])].filter((id) => !searched.has(id))
      const relation = this.#relation
      const { target: resource } = relation
      const base = { kind: 'related', relation } as const
      for (const record of await read({ resource, base, ids: missing, action, lock: action !== undefined })) {
        found.set(idOf(resource, record), record)
      }
      for (const id of missing) searched.add(id)
    }
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  #isLimited(action: WriteAction | undefined): boolean {
    return action !== undefined && isLimited(this.#relation.target, action)
  }

  #searchFor(action: WriteAction | undefined): Search {
    return madeOnce(this.#searches, action, () => ({
      wanted: new Set(),
      searched: new Set(),
      found: new Map(),
    }))
  }
}

const namedRelationsIn = (nodes: readonly WriteNode[]): readonly NamedRelation[] =>
  nodes.flatMap((node) =>
    node.relationships.flatMap((relationship): readonly NamedRelation[] => {
      const named = namedIn(relationship)
      const relation = named[0]?.relation ?? relationOfGroup(relationship.declared, '')
      return relation ? [{ node, relationship, relation, named }] : []
    }),
  )

const namedIn = ({ references }: WriteRelationship): readonly WriteReference[] =>
  references.filter(
    ({ node: child, isInverse }) => !isInverse && child.id !== undefined && child.method !== 'create',
  )
