import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { includedTypes, type Known, offeredIncludes, primaryTypes } from '../model/contract.js'
import { neighborhood, wholeGraph } from '../model/graph.js'
import type { ExplorerQuery } from '../model/query.js'
import { moveInResults } from './parts.js'
import { Picture } from './picture.js'

/** The types and their relationships: the neighborhood of one type, or all types. */
export function Graph({
  known,
  query,
  include,
  open,
  choose,
  begin,
  search,
  setSearch,
}: {
  readonly known: Known
  readonly query: ExplorerQuery | undefined
  /** The text of the search for types. */
  readonly search: string
  readonly setSearch: (text: string) => void
  /** Includes a path. */
  readonly include: (path: string) => void
  /** Opens the part of an include path. */
  readonly open: (path: string) => void
  /** Selects a different type. */
  readonly choose: (type: string) => void
  /** Selects a type that the query does not reach, together with one of its relationships. */
  readonly begin: (type: string, relationship: string) => void
}) {
  const types = useMemo(() => Object.keys(known.contract.resources), [known])
  const [primary = types[0] ?? ''] = query ? primaryTypes(known, query.target) : []
  const [center, setCenter] = useState(primary)
  const [isWhole, setWhole] = useState(types.length <= FEW)
  useEffect(() => setCenter(primary), [primary])
  const drawing = useMemo(
    () => (isWhole ? wholeGraph(known) : neighborhood(known, center)),
    [known, isWhole, center],
  )
  const included = useMemo(() => includedRelationships(known, query), [known, query])
  const found = search === '' ? [] : types.filter((type) => type.toLowerCase().includes(search.toLowerCase()))
  const root = useRef<HTMLDivElement>(null)
  const request = (type: string): void => {
    setCenter(type)
    choose(type)
  }
  const take = (type: string): void => {
    request(type)
    setSearch('')
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('.center .title')?.focus())
  }
  const move = (event: KeyboardEvent): void => void moveInResults(event, root.current)
  return (
    <div class="graph" ref={root}>
      <div class="toolbar">
        <label class="search">
          <span class="hidden">Search for a type</span>
          <input
            type="search"
            placeholder={`Search ${types.length} types`}
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && found[0] !== undefined) take(found[0])
              else move(event)
            }}
          />
        </label>
        <div class="switch" role="group" aria-label="What the graph shows">
          <button type="button" aria-pressed={!isWhole} onClick={() => setWhole(false)}>
            Around {center}
          </button>
          <button type="button" aria-pressed={isWhole} onClick={() => setWhole(true)}>
            All types
          </button>
        </div>
      </div>
      {search !== '' && (
        <ul class="found" aria-label="Matching types" onKeyDown={move}>
          {found.slice(0, 30).map((type) => (
            <li key={type}>
              <button type="button" onClick={() => take(type)}>
                {type}
              </button>
            </li>
          ))}
          {found.length === 0 && <li class="hint">There is no such type.</li>}
          {found.length > 30 && <li class="hint">{found.length - 30} more</li>}
        </ul>
      )}
      <Picture
        label="Graph of the types"
        drawing={drawing}
        included={included}
        center={isWhole ? primary : center}
        act={(card, relationship) => {
          const path = query && pathTo(known, query, card.type, relationship.name)
          if (path === undefined) begin(card.type, relationship.name)
          else if (query?.include?.includes(path)) open(path)
          else include(path)
        }}
        choose={request}
      />
      <p class="hint">
        Click a type to request it. Click a relationship to include it, and click it again to open its part of
        the query.
      </p>
    </div>
  )
}

/** The maximum number of types in a single picture. */
const FEW = 40

/**
 * The include path that a query can use to include a relationship of a type; undefined if the query does not
 * reach the type.
 */
function pathTo(known: Known, query: ExplorerQuery, type: string, name: string): string | undefined {
  const paths = ['', ...(query.include ?? [])]
  for (const path of paths) {
    const whole = path === '' ? name : `${path}.${name}`
    const isThere = includedTypes(known, query.target, path).includes(type)
    if (isThere && offeredIncludes(known, query.target, path).includes(name)) return whole
  }
  return undefined
}

/** The relationships that a query includes, each with its type. */
function includedRelationships(known: Known, query: ExplorerQuery | undefined): ReadonlySet<string> {
  return new Set(
    (query?.include ?? []).flatMap((path) => {
      const names = path.split('.')
      const before = names.slice(0, -1).join('.')
      return query ? includedTypes(known, query.target, before).map((type) => `${type} ${names.at(-1)}`) : []
    }),
  )
}
