import { useState } from 'preact/hooks'
import { isOpen, resourceOf } from '../model/contract.js'
import { followed, hrefOf, webAddress } from '../model/links.js'
import { pathOf } from '../model/print-url.js'
import { columnsOf, type RelatedRows, type Row } from '../model/rows.js'
import { cut } from '../model/search.js'
import type { Showing } from './answer.js'
import { Scroll } from './parts.js'

const FIRST = 100

/** Records as a table. Included records are below the record that includes them. */
export function Table({
  rows,
  label,
  ...showing
}: Showing & { readonly rows: readonly Row[]; readonly label: string }) {
  const [shown, setShown] = useState(FIRST)
  const columns = columnsOf(rows)
  const isMixed = new Set(rows.map(({ type }) => type)).size > 1
  const hasLinks = rows.some(({ related }) => related.some((each) => !isUnfolded(each)))
  const width = 1 + (isMixed ? 1 : 0) + columns.length + (hasLinks ? 1 : 0)
  return (
    <>
      <Scroll kind="scroll" label={label}>
        <table>
          <thead>
            <tr>
              <th scope="col">id</th>
              {isMixed && <th scope="col">type</th>}
              {columns.map((name) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
              {hasLinks && <th scope="col">related</th>}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, index) => (
              <Record
                key={index}
                row={row}
                columns={columns}
                width={width}
                isMixed={isMixed}
                hasLinks={hasLinks}
                {...showing}
              />
            ))}
          </tbody>
        </table>
      </Scroll>
      {rows.length > shown && (
        <button type="button" class="quiet" onClick={() => setShown(shown + 500)}>
          Show more ({rows.length} in total)
        </button>
      )}
    </>
  )
}

const isUnfolded = ({ rows }: RelatedRows): boolean => rows.length > 0

function Record({
  row,
  columns,
  width,
  isMixed,
  hasLinks,
  ...showing
}: Showing & {
  readonly row: Row
  readonly columns: readonly string[]
  readonly width: number
  readonly isMixed: boolean
  readonly hasLinks: boolean
}) {
  const { type, id, attributes, related } = row
  const resource = resourceOf(showing.known, type)
  const canWrite =
    resource !== undefined &&
    (isOpen(resource.actions.update.who) ||
      isOpen(resource.actions.destroy.who) ||
      Object.values(resource.ownActions ?? {}).some(({ on, who }) => on === 'record' && isOpen(who)))
  const unfolded = related.filter(isUnfolded)
  return (
    <>
      <tr class={unfolded.length > 0 ? 'unfolded' : ''}>
        <th scope="row">
          <Opening type={type} id={id} {...showing} />
          {canWrite && (
            <button
              type="button"
              class="quiet edit"
              aria-label={`Edit ${type} ${id}`}
              onClick={() => showing.edit(type, id)}
            >
              edit
            </button>
          )}
        </th>
        {isMixed && <td>{type}</td>}
        {columns.map((name) => (
          <td key={name} class={classOf(attributes[name])}>
            {Object.hasOwn(attributes, name) ? <Value value={attributes[name]} /> : ''}
          </td>
        ))}
        {hasLinks && (
          <td class="links">
            {related
              .filter((each) => !isUnfolded(each))
              .map((each) => (
                <Related key={each.name} related={each} owner={row} {...showing} />
              ))}
          </td>
        )}
      </tr>
      {unfolded.map((each) => (
        <tr class="below" key={each.name}>
          <td colSpan={width}>
            <div class="included">
              <h3>
                {each.name}{' '}
                <span class="hint">{each.isMany ? `${each.rows.length} shown` : each.rows[0]?.type}</span>
                {each.identifiers.map((identifier) => (
                  <Opening key={identifier.id} {...identifier} {...showing} />
                ))}
                <NextPage related={each} {...showing} />
              </h3>
              <Table rows={each.rows} label={`${each.name} of ${type} ${id}`} {...showing} />
            </div>
          </td>
        </tr>
      ))}
    </>
  )
}

/** A record's id, which opens the record. */
function Opening({ type, id, known, go }: Showing & { readonly type: string; readonly id: string }) {
  const resource = resourceOf(known, type)
  if (!resource?.actions.show.address) return <span class="id">{cut(id, 40)}</span>
  return (
    <button
      type="button"
      class="link id"
      aria-label={`Open ${type} ${id}`}
      onClick={() => go(pathOf({ type, id }))}
    >
      {cut(id, 40)}
    </button>
  )
}

/** A relationship whose records are not in the response: its link, and its linkage if the response contains it. */
function Related({
  related,
  owner,
  known,
  place,
  go,
  edit,
}: Showing & { readonly related: RelatedRows; readonly owner: Row }) {
  const { name, identifiers, links, isTold, isMany } = related
  const url = followed(hrefOf(links['related']), place)
  return (
    <span class="related">
      {url === undefined ? (
        name
      ) : (
        <button
          type="button"
          class="link"
          aria-label={`${name} of ${owner.type} ${owner.id}`}
          onClick={() => go(url)}
        >
          {name}
        </button>
      )}
      {identifiers.slice(0, 10).map((identifier) => (
        <Opening
          key={`${identifier.type} ${identifier.id}`}
          {...identifier}
          known={known}
          place={place}
          go={go}
          edit={edit}
        />
      ))}
      {identifiers.length > 10 && <span class="hint">{identifiers.length - 10} more</span>}
      {isTold && identifiers.length === 0 && <span class="hint">{isMany ? 'none' : 'null'}</span>}
    </span>
  )
}

function NextPage({ related, place, go }: Showing & { readonly related: RelatedRows }) {
  const url = followed(hrefOf(related.links['next']), place)
  if (url === undefined) return null
  return (
    <button type="button" class="quiet" onClick={() => go(url)}>
      next page
    </button>
  )
}

/** Short values stay on one line, and long values are wrapped. */
function classOf(value: unknown): string {
  if (typeof value === 'number') return 'number'
  return typeof value === 'string' && value.length > 30 ? 'long' : 'short'
}

const LONG = 120
const LONGEST = 5000

/** A record's value, always shown as text. */
function Value({ value }: { readonly value: unknown }) {
  const [isWhole, setWhole] = useState(false)
  if (value === null) return <span class="null">null</span>
  if (typeof value === 'boolean') return <span class="boolean">{String(value)}</span>
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const address = typeof value === 'string' ? webAddress(value) : undefined
  if (address !== undefined) {
    return (
      <a href={address} target="_blank" rel="noopener noreferrer">
        {cut(text, LONG)}
      </a>
    )
  }
  if (text.length <= LONG) return <>{text}</>
  return (
    <>
      {cut(text, isWhole ? LONGEST : LONG)}{' '}
      <button type="button" class="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? 'less' : `${text.length.toLocaleString('en')} characters`}
      </button>
    </>
  )
}
