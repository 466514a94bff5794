import type { Action, Deprecable, ResourceContract, Who } from '@jsonapi-gen/runtime/vocabulary'
import { isOperator, operatorWords } from '@jsonapi-gen/runtime/vocabulary'
import { useMemo } from 'preact/hooks'
import { isOpen, type Known, resourceOf } from '../model/contract.js'
import { type Example, type Examples, examplesOf } from '../model/examples.js'
import { neighborhood } from '../model/graph.js'
import { cut } from '../model/search.js'
import { hintOf } from '../model/values.js'
import { wholeOf, whoText, withheldOf } from '../model/viewer.js'
import { hintOfRelationship } from './field.js'
import { named, Scroll, TypeSelect } from './parts.js'
import { Picture } from './picture.js'

/** The page of a type: everything that the contract says about it. Each example is sent with one click. */
export function Reference({
  known,
  type,
  ...acting
}: Acting & {
  readonly known: Known
  readonly type: string
  readonly choose: (type: string) => void
}) {
  const resource = resourceOf(known, type)
  const whole = wholeOf(known, type)
  const examples = useMemo(() => examplesOf(known, type), [known, type])
  if (!resource || !whole || !examples) return <p class="empty">Choose a type.</p>
  return (
    <div class="reference">
      <div class="grid">
        <label>
          Type
          <TypeSelect known={known} type={type} choose={acting.choose} />
        </label>
      </div>
      {resource.deprecated && <p>{named(type, resource)}</p>}
      {resource.description !== undefined && <p>{resource.description}</p>}
      <Actions type={type} resource={resource} whole={whole} examples={examples} {...acting} />
      <Rows
        title={`Not for ${cut(known.seen?.by ?? '', 40)}`}
        columns={['permission', 'requires']}
        rows={withheldOf(known, type).map(({ what, guards }) => [what, guards.join(' and ')])}
      />
      <Neighbors known={known} type={type} examples={examples} {...acting} />
      <Attributes resource={resource} whole={whole} />
      <Relationships resource={resource} whole={whole} examples={examples} {...acting} />
      <Filters resource={resource} whole={whole} examples={examples} {...acting} />
      <Others resource={resource} examples={examples} {...acting} />
      <Limits known={known} resource={resource} />
    </div>
  )
}

interface Acting {
  /** Sends an example. */
  readonly go: (url: string) => void
  readonly choose: (type: string) => void
  /** Opens a form. */
  readonly open: (mode: string) => void
}

interface OfType extends Acting {
  readonly resource: ResourceContract
  /** The type with the policies that the viewer passes. */
  readonly whole: ResourceContract
  readonly examples: Examples
}

function Rows({
  title,
  columns,
  rows,
  of = {},
}: {
  readonly title: string
  /** The parts in the rows, by name; deprecated ones are struck through. */
  readonly of?: Readonly<Record<string, Deprecable>>
  readonly columns: readonly string[]
  readonly rows: readonly (readonly [name: string, ...cells: preact.ComponentChildren[]])[]
}) {
  if (rows.length === 0) return null
  const isFilled = (at: number): boolean => rows.some((row) => row[at] !== undefined && row[at] !== '')
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Scroll kind="scroll" label={`Table of ${title}`}>
        <table>
          <thead>
            <tr>
              {columns.map(
                (column, at) =>
                  isFilled(at) && (
                    <th scope="col" key={column}>
                      {column}
                    </th>
                  ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row">
                  <code>{named(name, of[name])}</code>
                </th>
                {cells.map((cell, index) => isFilled(index + 1) && <td key={index}>{cell}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  )
}

/** Nobody writes a member of records that can neither be created nor updated. */
const writersOf = ({ actions: { create, update } }: ResourceContract, who: Who, policy?: Who): string =>
  whoText((isOpen(create.who) || isOpen(update.who)) && who, policy)

function Send({
  example,
  go,
  of,
}: {
  readonly example: Example | undefined
  readonly go: Acting['go']
  readonly of?: Deprecable | undefined
}) {
  if (!example) return null
  return (
    <button type="button" class="link example" title={example.url} onClick={() => go(example.url)}>
      {named(example.name, of)}
    </button>
  )
}

const FORMS: { readonly [Name in Action]?: string } = {
  create: 'create',
  update: 'update',
  destroy: 'delete',
}
const REQUESTS: { readonly [Name in Action]: string } = {
  index: 'GET',
  show: 'GET',
  create: 'POST',
  update: 'PATCH',
  destroy: 'DELETE',
}

const ACTIONS = ['index', 'show', 'create', 'update', 'destroy'] as const

function Actions({ type, resource, whole, examples, go, open }: OfType & { readonly type: string }) {
  const five = ACTIONS.map((action) => {
    const path = `/${type}${action === 'index' || action === 'create' ? '' : '/{id}'}`
    return [action, `${REQUESTS[action]} ${path}`, resource.actions[action]] as const
  })
  const standard = five.flatMap(([action, request, { address, who }]) => {
    if (!address || !isOpen(who)) return []
    const form = FORMS[action]
    const act =
      form === undefined ? (
        action === 'index' && examples.list && <Send example={{ ...examples.list, name: 'send' }} go={go} />
      ) : (
        <button type="button" class="link" onClick={() => open(form)}>
          form
        </button>
      )
    return [[request, act, whoText(who, whole.actions[action].who), ''] as const]
  })
  const ownActions = Object.entries(resource.ownActions ?? {}).map(
    ([name, action]) =>
      [name, `POST /${type}${action.on === 'record' ? '/{id}' : ''}/-actions/${name}`, action] as const,
  )
  const own = ownActions.flatMap(([name, request, { who, description }]) =>
    isOpen(who)
      ? [
          [
            request,
            <button type="button" class="link" onClick={() => open(`-actions/${name}`)}>
              form
            </button>,
            whoText(who, whole.ownActions?.[name]?.who),
            description,
          ] as const,
        ]
      : [],
  )
  return (
    <Rows
      title="Actions"
      of={Object.fromEntries([...five, ...ownActions].map(([, request, action]) => [request, action]))}
      columns={['request', 'try', 'who', 'description']}
      rows={[...standard, ...own]}
    />
  )
}

function Attributes({ resource, whole }: Pick<OfType, 'resource' | 'whole'>) {
  const { id, attributes, extraFields } = resource
  const chosen = id.clientIds === 'forbidden' ? 'chosen by the server' : `chosen by clients: ${id.clientIds}`
  return (
    <Rows
      title="Attributes"
      of={{ ...attributes, ...extraFields }}
      columns={['name', 'type and bounds', 'default', 'readers', 'writers', 'description']}
      rows={[
        ['id', id.type, '', 'everybody', chosen, ''],
        ...Object.entries(attributes).map(
          ([name, attribute]) =>
            [
              name,
              `${hintOf(attribute)}${attribute.required ? ', required' : ''}${attribute.values ? `: ${attribute.values.join(', ')}` : ''}`,
              attribute.default === undefined ? '' : JSON.stringify(attribute.default),
              whoText(attribute.read, whole.attributes[name]?.read),
              `${writersOf(resource, attribute.write, whole.attributes[name]?.write)}${attribute.writeOn ? `, only ${attribute.writeOn}` : ''}`,
              attribute.description,
            ] as const,
        ),
        ...Object.entries(extraFields).map(
          ([name, field]) =>
            [name, hintOf(field), '', 'everybody, on request', '—', field.description] as const,
        ),
      ]}
    />
  )
}

/** The type between its neighbors. One click sends a relationship's example, or opens the page of a type. */
function Neighbors({
  known,
  type,
  examples,
  go,
  choose,
}: Acting & { readonly known: Known; readonly type: string; readonly examples: Examples }) {
  const drawing = useMemo(() => neighborhood(known, type), [known, type])
  if (drawing.cards.length < 2) return null
  return (
    <section aria-label="Neighbors">
      <h3>Neighbors</h3>
      <Picture
        label={`The neighbors of ${type}`}
        drawing={drawing}
        center={type}
        act={(card, { name, types: [target = type] }) => {
          const example = card.type === type ? examples.includes[name] : undefined
          if (example) go(example.url)
          else choose(card.type === type ? target : card.type)
        }}
        choose={choose}
      />
    </section>
  )
}

function Relationships({ resource, whole, examples, go, choose }: OfType) {
  return (
    <Rows
      title="Relationships"
      of={resource.relationships}
      columns={['name', 'try', 'records', 'readers', 'writers', 'description']}
      rows={Object.entries(resource.relationships).map(([name, relationship]) => [
        name,
        examples.includes[name] && <Send example={{ ...examples.includes[name], name: 'include' }} go={go} />,
        <>
          {hintOfRelationship({ ...relationship, types: [] })}
          {relationship.required && ', required'}:{' '}
          {relationship.types.map((type) => (
            <button type="button" class="link example" key={type} onClick={() => choose(type)}>
              {type}
            </button>
          ))}
        </>,
        whoText(relationship.read, whole.relationships[name]?.read),
        writersOf(resource, relationship.write, whole.relationships[name]?.write),
        relationship.description,
      ])}
    />
  )
}

function Filters({ resource: { filters }, whole, examples, go }: OfType) {
  return (
    <Rows
      title="Filters"
      of={filters}
      columns={['name', 'type', 'operators, each with an example', 'who']}
      rows={Object.entries(filters).map(([name, filter]) => [
        name,
        `${hintOf(filter)}${filter.required ? ', required' : ''}${filter.values ? `: ${filter.values.join(', ')}` : ''}`,
        (examples.filters[name] ?? []).map((example) => (
          <span key={example.name} title={isOperator(example.name) ? operatorWords(example.name) : ''}>
            <Send example={example} go={go} />
          </span>
        )),
        whoText(filter.who, whole.filters[name]?.who),
      ])}
    />
  )
}

function Others({ resource, examples, go }: Omit<OfType, 'whole'>) {
  const links = (
    list: readonly Example[],
    partOf: (name: string) => Deprecable | undefined = () => undefined,
  ) =>
    list.map((example) => <Send key={example.name} example={example} of={partOf(example.of ?? '')} go={go} />)
  const sortOf = (name: string): Deprecable => ({ deprecated: resource.deprecatedSorts?.[name] })
  return (
    <Rows
      title="Sorts, statistics and pages"
      columns={['parameter', 'examples', 'default']}
      rows={[
        ...(examples.sorts.length > 0
          ? ([['sort', links(examples.sorts, sortOf), resource.defaultSort.join(', ')]] as const)
          : []),
        ...(examples.stats.length > 0
          ? ([['stats', links(examples.stats, (name) => resource.stats[name]), '']] as const)
          : []),
        ...(examples.pages.length > 0
          ? ([
              ['page', links(examples.pages), `${resource.page.size} records, by ${resource.page.style}`],
            ] as const)
          : []),
      ]}
    />
  )
}

function Limits({ known, resource }: { readonly known: Known; readonly resource: ResourceContract }) {
  return (
    <Rows
      title="Limits"
      columns={['limit', 'value']}
      rows={[
        ['records per page', resource.page.max],
        ...Object.entries(known.contract.limits).map(([name, limit]) => [name, limit] as const),
      ]}
    />
  )
}
