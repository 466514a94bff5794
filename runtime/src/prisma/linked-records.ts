import type { AdapterResource, NewLink } from '../adapter/adapter.js'
import { memberOf } from '../cast.js'
import { keyOf } from '../read/keys.js'
import { delegateOf } from './client.js'
import type { Row } from './new-rows.js'

/** The records of one model that new ones refer to, by one column. */
interface Finding {
  readonly resource: AdapterResource
  readonly column: string
  readonly values: Map<string, unknown>
  readonly found: Map<string, object>
}

/** The records that new ones refer to. However many refer to one of them, it is found once, by its key. */
export class LinkedRecords {
  readonly #findings = new Map<string, Finding>()

  /** Notes what a new record refers to; false where a link is over more than one column. */
  add(links: readonly NewLink[], row: Row): boolean {
    for (const link of links) {
      if (link.key.length !== 1) return false
      const value = row[link.foreignKey[0] ?? '']
      const key = keyOf(value)
      if (key !== undefined) this.#findingOf(link).values.set(key, value)
    }
    return true
  }

  /** Whether no query has more values than the store takes. */
  fits(maxKeys: number): boolean {
    return [...this.#findings.values()].every(({ values }) => values.size <= maxKeys)
  }

  /** A query for each model. Prisma begins them when they are waited for. */
  queries(client: object): readonly Promise<object[]>[] {
    return [...this.#findings.values()].map(({ resource, column, values }) =>
      delegateOf(client, resource.model).findMany({ where: { [column]: { in: [...values.values()] } } }),
    )
  }

  /** Notes what the queries have found. */
  note(results: readonly (readonly object[])[]): void {
    for (const [at, { column, found }] of [...this.#findings.values()].entries()) {
      for (const record of results[at] ?? []) found.set(keyOf(memberOf(record, column)) ?? '', record)
    }
  }

  /** The record of each link of a new record: null where nothing is there. */
  of(links: readonly NewLink[], row: Row): readonly (object | null)[] {
    return links.map((link) => {
      const key = keyOf(row[link.foreignKey[0] ?? ''])
      return (key !== undefined && this.#findingOf(link).found.get(key)) || null
    })
  }

  #findingOf({ resource, key: [column = ''] }: NewLink): Finding {
    const name = `${String(resource.model)} ${column}`
    const known = this.#findings.get(name)
    if (known) return known
    const made: Finding = { resource, column, values: new Map(), found: new Map() }
    this.#findings.set(name, made)
    return made
  }
}
