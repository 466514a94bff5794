import { type FilterContract, isOperator, operatorWords } from '@jsonapi-gen/runtime/vocabulary'
import { useRef, useState } from 'preact/hooks'
import {
  guardsOf,
  includedTypes,
  isCollection,
  isOpen,
  type Known,
  offeredIncludes,
  primaryTypes,
  relationshipOf,
  resourceOf,
  type Target,
} from '../model/contract.js'
import {
  excluding,
  filtersAt,
  including,
  isMany,
  pageAt,
  pageOf,
  pathOfSort,
  togglingStat,
  withFilters,
  withNames,
  withPage,
} from '../model/edit.js'
import { filterOf } from '../model/marks.js'
import type {
  ExplorerQuery,
  FilterCondition,
  FilterGroup,
  FilterNode,
  PageEntry,
  SortKey,
} from '../model/query.js'
import { queryFor } from '../model/query.js'
import { hintOf } from '../model/values.js'
import { Adder, named, optionOf, TypeSelect } from './parts.js'
import { ValueInput } from './value-input.js'

/** The properties that the parts of the builder share. */
export interface Building {
  readonly known: Known
  readonly query: ExplorerQuery
  readonly change: (query: ExplorerQuery) => void
  /** Whether pages are requested by cursors, although the URL contains no cursor. */
  readonly isByCursor: boolean
  readonly setByCursor: (isByCursor: boolean) => void
  /** The include path whose part of the builder is open. */
  readonly open: string | undefined
}

/** The query as inputs: its target, its includes, and a part for the primary data and for each include path. */
export function Builder(building: Building) {
  const { query } = building
  return (
    <div class="builder" onKeyDown={sendOnEnter}>
      <TargetPart {...building} />
      <IncludePart {...building} />
      {['', ...(query.include ?? [])].map((path) => (
        <Part key={path} path={path} {...building} />
      ))}
      {query.others.length > 0 && <Others {...building} />}
    </div>
  )
}

/** Enter in an input sends the query, as it does in the URL. */
function sendOnEnter({ key, target }: KeyboardEvent): void {
  if (key !== 'Enter' || !(target instanceof HTMLInputElement) || target.type === 'checkbox') return
  // An input reports its text when it loses the focus.
  target.blur()
  target.focus()
  requestAnimationFrame(() => document.querySelector<HTMLFormElement>('form.request')?.requestSubmit())
}

function TargetPart({ known, query, change }: Building) {
  const { target } = query
  const { type, id, relationship, isLinkage = false } = target
  const to = (next: Target): void => change(queryFor(next))
  const within = id === undefined ? {} : { id }
  const names = Object.entries(resourceOf(known, type)?.relationships ?? {}).flatMap(([name, { read }]) =>
    isOpen(read) ? [name] : [],
  )
  const description = resourceOf(known, type)?.description
  return (
    <fieldset class="part">
      <legend>Target</legend>
      <div class="grid">
        <label>
          Type
          <TypeSelect known={known} type={type} choose={(chosen) => to({ type: chosen })} />
        </label>
        <label>
          Id
          <input
            type="text"
            value={id ?? ''}
            placeholder="all records"
            autocomplete="off"
            onChange={({ currentTarget }) =>
              to(currentTarget.value === '' ? { type } : { ...target, id: currentTarget.value })
            }
          />
        </label>
        {id !== undefined && names.length > 0 && (
          <label>
            Related
            <select
              value={relationship ?? ''}
              onChange={({ currentTarget: { value } }) =>
                to({ type, ...within, ...(value !== '' && { relationship: value }) })
              }
            >
              <option value="">the record itself</option>
              {names.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        {relationship !== undefined && (
          <label class="check">
            <input
              type="checkbox"
              checked={isLinkage}
              onChange={({ currentTarget: { checked } }) =>
                to({ type, ...within, relationship, ...(checked && { isLinkage: checked }) })
              }
            />
            only linkage
          </label>
        )}
      </div>
      {description !== undefined && <p class="hint">{description}</p>}
    </fieldset>
  )
}

function IncludePart(building: Building) {
  const { known, query } = building
  if (offeredIncludes(known, query.target, '').length === 0) return null
  return (
    <fieldset class="part">
      <legend>Include</legend>
      <IncludeList path="" {...building} />
    </fieldset>
  )
}

function IncludeList({ path, ...building }: Building & { readonly path: string }) {
  const { known, query, change } = building
  const names = offeredIncludes(known, query.target, path)
  if (names.length === 0) return null
  return (
    <ul class="tree">
      {names.map((name) => {
        const whole = path === '' ? name : `${path}.${name}`
        const relationship = relationshipOf(known, includedTypes(known, query.target, path), name)
        const isIncluded = query.include?.includes(whole) ?? false
        return (
          <li key={name}>
            <label class="check">
              <input
                type="checkbox"
                checked={isIncluded}
                onChange={() => change(isIncluded ? excluding(query, whole) : including(query, whole))}
              />
              {named(name, relationship)}
              <span class="hint">
                {relationship?.cardinality === 'many' ? '⇉' : '→'}{' '}
                {includedTypes(known, query.target, whole).join(', ')}
              </span>
            </label>
            {isIncluded && <IncludeList path={whole} {...building} />}
          </li>
        )
      })}
    </ul>
  )
}

/** The part of the query about its primary data, or about the records of an include path. */
function Part({ path, ...building }: Building & { readonly path: string }) {
  const { known, query, open } = building
  const types = path === '' ? primaryTypes(known, query.target) : includedTypes(known, query.target, path)
  const isList = isMany(known, query, path)
  const count = partCount(known, query, path, types)
  const takesFilters = path === '' ? isCollection(known, query.target) : true
  return (
    <details class="part" id={partId(path)} open={path === '' || open === path || count > 0}>
      <summary>
        {path === '' ? 'Records' : path} <span class="hint">{types.join(', ')}</span>
        {count > 0 && <span class="note">{count}</span>}
      </summary>
      {takesFilters && <Filters path={path} types={types} {...building} />}
      {isList && <Sort path={path} types={types} {...building} />}
      {isList && <Pages path={path} types={types} {...building} />}
      {path === '' && isList && <Stats types={types} {...building} />}
      {types.map((type) => (
        <Fields key={type} type={type} {...building} />
      ))}
    </details>
  )
}

/** The id of a part's element. */
export const partId = (path: string): string => `part-${path === '' ? 'records' : path}`

function partCount(known: Known, query: ExplorerQuery, path: string, types: readonly string[]): number {
  const { sort, pages, fields, extraFields, stats } = query
  return (
    filtersAt(query, path).length +
    sort.filter((key) => pathOfSort(known, query, key) === path).length +
    pages.filter(({ at }) => at === path).length +
    [...fields, ...extraFields].filter(({ of }) => types.includes(of)).length +
    (path === '' ? stats.length : 0)
  )
}

interface OfPart extends Building {
  readonly path: string
  readonly types: readonly string[]
}

function Filters({ path, types, ...building }: OfPart) {
  const { query, change } = building
  const nodes = filtersAt(query, path)
  return (
    <FilterList
      {...building}
      title="Filters"
      at={path}
      types={types}
      nodes={nodes}
      set={(changed) => change(withFilters(query, path, changed))}
    />
  )
}

interface OfFilters extends Pick<Building, 'known'> {
  readonly title: string
  readonly at: string
  readonly types: readonly string[]
  readonly nodes: readonly FilterNode[]
  readonly set: (nodes: readonly FilterNode[]) => void
}

const GROUPS = [
  ['group:or', 'any of …'],
  ['group:and', 'all of …'],
  ['group:not', 'none of …'],
] as const

function FilterList({ known, title, at, types, nodes, set }: OfFilters) {
  const [type = ''] = types
  const filters = Object.entries(types.length === 1 ? (resourceOf(known, type)?.filters ?? {}) : {})
    .filter(([, { who }]) => isOpen(who))
    .toSorted(([, one], [, other]) => guardsOf(one.who).length - guardsOf(other.who).length)
  const section = useRef<HTMLDivElement>(null)
  const takesGroups = types.length === 1 && resourceOf(known, type)?.groups === true
  const add = (value: string): void => {
    const isGroup = value.startsWith('group:')
    set([
      ...nodes,
      isGroup
        ? emptyGroup(value.slice('group:'.length), at)
        : condition(value, at, nodes, filterOf(known, types, value)),
    ])
    requestAnimationFrame(() =>
      section.current?.lastElementChild
        ?.querySelector<HTMLElement>('.values :is(input, select), .adder select')
        ?.focus(),
    )
  }
  const replaced = (index: number, node: FilterNode | undefined): void =>
    set(nodes.flatMap((each, position) => (position === index ? (node ? [node] : []) : [each])))
  const taken = (group: string): boolean =>
    nodes.some((node) => node.kind === 'group' && node.group === group)
  if (filters.length === 0 && nodes.length === 0) return null
  return (
    <div class="section" ref={section}>
      <div class="head">
        {title !== '' && <h3>{title}</h3>}
        <Adder
          title="Add a filter"
          options={[
            ...filters.map(
              ([name, filter]) => [name, optionOf(labelOfFilter(name, filter), filter)] as const,
            ),
            ...(takesGroups ? GROUPS.filter(([value]) => !taken(value.slice('group:'.length))) : []),
          ]}
          add={add}
        />
      </div>
      {title === 'Filters' && nodes.some(({ kind }) => kind === 'condition') && (
        <p class="hint">
          A comma separates values. Enclose a value that contains a comma in braces:{' '}
          <code>{'{{Doe, Jane}}'}</code>.
        </p>
      )}
      {nodes.map((node, index) =>
        node.kind === 'condition' ? (
          <Condition
            key={index}
            condition={node}
            filter={filterOf(known, types, node.name)}
            set={(changed) => replaced(index, changed)}
          />
        ) : (
          <Group
            key={index}
            known={known}
            group={node}
            types={types}
            set={(changed) => replaced(index, changed)}
          />
        ),
      )}
    </div>
  )
}

const labelOfFilter = (name: string, filter: FilterContract): string =>
  `${name}${filter.required ? ' (required)' : ''}${guardsText(filter)}`

/** Who may use a filter, if not everybody. */
const guardsText = ({ who }: FilterContract): string =>
  guardsOf(who).length > 0 ? ` (only ${guardsOf(who).join(', ')})` : ''

function emptyGroup(group: string, at: string): FilterNode {
  const kind = group === 'or' || group === 'and' ? group : 'not'
  const members = kind === 'not' ? [''] : ['0', '1']
  return { kind: 'group', at, group: kind, members: members.map((index) => ({ index, filters: [] })) }
}

/** A condition with the first operator that no other condition of the filter uses. */
function condition(
  name: string,
  at: string,
  nodes: readonly FilterNode[],
  filter: FilterContract | undefined,
): FilterCondition {
  const taken = nodes.flatMap((node) =>
    node.kind === 'condition' && node.name === name ? [node.operator || 'eq'] : [],
  )
  const operator = filter?.operators.find((each) => !taken.includes(each)) ?? 'eq'
  return {
    kind: 'condition',
    at,
    name,
    operator: operator === 'eq' ? '' : operator,
    texts: [''],
    isList: false,
  }
}

function Condition({
  condition: of,
  filter,
  set,
}: {
  readonly condition: FilterCondition
  readonly filter: FilterContract | undefined
  readonly set: (condition: FilterCondition | undefined) => void
}) {
  const { name, operator, texts, isList } = of
  const written = operator || 'eq'
  const operators: readonly string[] = filter?.operators ?? []
  const shown = operators.includes(written) ? operators : [...operators, written]
  const list = texts.map((text, index) => (
    <ValueInput
      key={index}
      type={filter ? single(filter) : { type: 'string' }}
      text={text}
      label={`Value of ${name}`}
      placeholder={filter ? hintOf(single(filter)) : ''}
      change={(changed) => set({ ...of, texts: texts.map((each, at) => (at === index ? changed : each)) })}
    />
  ))
  return (
    <div class={filter ? 'condition' : 'condition unknown'}>
      <span class="name">
        {named(name, filter)}
        {filter && guardsText(filter)}
      </span>
      <select
        aria-label={`Operator of ${name}`}
        value={written}
        onChange={({ currentTarget: { value } }) => set({ ...of, operator: value === 'eq' ? '' : value })}
      >
        {shown.map((each) => (
          <option key={each} value={each} title={wordsOf(each)}>
            {each}
          </option>
        ))}
      </select>
      <span class="values">
        {list}
        {isList && (
          <button type="button" class="quiet" onClick={() => set({ ...of, texts: [...texts, ''] })}>
            Add another
          </button>
        )}
      </span>
      <button
        type="button"
        class="quiet remove"
        aria-label={`Remove the filter ${name}`}
        onClick={() => set(undefined)}
      >
        ×
      </button>
    </div>
  )
}

/** A filter on a list accepts its members as text. */
const single = ({ list: _list, ...filter }: FilterContract): FilterContract => filter

const wordsOf = (operator: string): string => (isOperator(operator) ? operatorWords(operator) : '')

const GROUP_TITLES = { or: 'Any of', and: 'All of', not: 'None of' } as const

function Group({
  known,
  group,
  types,
  set,
}: {
  readonly known: Known
  readonly group: FilterGroup
  readonly types: readonly string[]
  readonly set: (group: FilterGroup | undefined) => void
}) {
  const next = String(Math.max(-1, ...group.members.map(({ index }) => Number(index))) + 1)
  return (
    <div class="group" role="group" aria-label={GROUP_TITLES[group.group]}>
      <div class="head">
        <h4>{GROUP_TITLES[group.group]}</h4>
        {group.group !== 'not' && (
          <button
            type="button"
            class="quiet"
            onClick={() => set({ ...group, members: [...group.members, { index: next, filters: [] }] })}
          >
            Add another
          </button>
        )}
        <button
          type="button"
          class="quiet remove"
          aria-label="Remove the group"
          onClick={() => set(undefined)}
        >
          ×
        </button>
      </div>
      {group.members.map((member, at) => (
        <FilterList
          key={member.index}
          known={known}
          title={group.group === 'not' ? '' : `${at + 1}.`}
          at=""
          types={types}
          nodes={member.filters}
          set={(filters) =>
            set({
              ...group,
              members: group.members.map((each) => (each === member ? { ...each, filters } : each)),
            })
          }
        />
      ))}
    </div>
  )
}

function Sort({ path, types, known, query, change }: OfPart) {
  const keys = query.sort.filter((key) => pathOfSort(known, query, key) === path)
  const before = path === '' ? '' : `${path}.`
  const offered = types.flatMap((type) =>
    Object.entries(resourceOf(known, type)?.sorts ?? {}).flatMap(([name, who]) =>
      isOpen(who) && (path === '' || !name.includes('.')) ? [before + name] : [],
    ),
  )
  const options = [...new Set(offered)].filter((name) => !query.sort.some((key) => key.name === name))
  const set = (key: SortKey, changed: SortKey | undefined): void =>
    change({
      ...query,
      sort: query.sort.flatMap((each) => (each === key ? (changed ? [changed] : []) : [each])),
    })
  if (offered.length === 0 && keys.length === 0) return null
  const [type = ''] = types
  const { defaultSort: preset = [], deprecatedSorts } = resourceOf(known, type) ?? {}
  return (
    <div class="section">
      <div class="head">
        <h3>Sort</h3>
        <Adder
          title="Add a key"
          options={options.map((name) => {
            const own = name.slice(before.length)
            return [name, optionOf(own, { deprecated: deprecatedSorts?.[own] })] as const
          })}
          add={(name) => change({ ...query, sort: [...query.sort, { name, isDescending: false }] })}
        />
      </div>
      {keys.length === 0 && preset.length > 0 && <p class="hint">{preset.join(', ')}</p>}
      <ul class="chips">
        {keys.map((key) => (
          <li key={key.name}>
            <button
              type="button"
              aria-label={`${key.name}, ${key.isDescending ? 'descending' : 'ascending'}: reverse`}
              onClick={() => set(key, { ...key, isDescending: !key.isDescending })}
            >
              {key.name.slice(before.length)} {key.isDescending ? '↓' : '↑'}
            </button>
            <button
              type="button"
              class="remove"
              aria-label={`Remove the sort by ${key.name}`}
              onClick={() => set(key, undefined)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Pages({ path, types, known, query, change, isByCursor, setByCursor }: OfPart) {
  const [type = ''] = types
  const page = pageOf(known, type)
  const hasCursors = path === '' && page?.cursors === true
  const isCursorPage =
    hasCursors && (isByCursor || pageAt(query, '', 'after') !== '' || pageAt(query, '', 'before') !== '')
  const input = (name: PageEntry['name'], title: string, placeholder: string) => (
    <label key={name}>
      {title}
      <input
        type="text"
        inputMode={name === 'size' || name === 'number' ? 'numeric' : 'text'}
        autocomplete="off"
        value={pageAt(query, path, name)}
        placeholder={placeholder}
        onInput={({ currentTarget }) => change(withPage(query, path, name, currentTarget.value))}
      />
    </label>
  )
  const without = (...names: readonly PageEntry['name'][]): ExplorerQuery =>
    names.reduce((current, name) => withPage(current, '', name, ''), query)
  return (
    <div class="section">
      <div class="head">
        <h3>Page</h3>
        {hasCursors && (
          <label class="check">
            <input
              type="checkbox"
              checked={isCursorPage}
              onChange={({ currentTarget: { checked } }) => {
                setByCursor(checked)
                change(checked ? without('number') : without('after', 'before'))
              }}
            />
            by cursors
          </label>
        )}
      </div>
      <div class="grid">
        {input('size', 'Size', path === '' ? `${page?.size ?? ''}, at most ${page?.max ?? ''}` : 'all')}
        {isCursorPage
          ? [input('after', 'After', 'cursor'), input('before', 'Before', 'cursor')]
          : input('number', 'Number', String(page?.number ?? 1))}
      </div>
    </div>
  )
}

function Stats({ types, known, query, change }: Building & { readonly types: readonly string[] }) {
  const [type = ''] = types
  const stats = Object.entries(resourceOf(known, type)?.stats ?? {}).filter(([, { who }]) => isOpen(who))
  if (stats.length === 0) return null
  return (
    <div class="section">
      <h3>Statistics</h3>
      {stats.map(([name, stat]) => (
        <div class="choices" role="group" aria-label={`Statistics of ${name}`} key={name}>
          <span class="name">{named(name, stat)}</span>
          {stat.calculations.map((calculation) => (
            <label class="check" key={calculation}>
              <input
                type="checkbox"
                checked={query.stats.some(({ of, names }) => of === name && names.includes(calculation))}
                onChange={() => change(togglingStat(known, query, name, calculation))}
              />
              {calculation}
            </label>
          ))}
        </div>
      ))}
    </div>
  )
}

function Fields({ type, known, query, change }: Building & { readonly type: string }) {
  const resource = resourceOf(known, type)
  const chosen = query.fields.find(({ of }) => of === type)?.names
  const extra = query.extraFields.find(({ of }) => of === type)?.names ?? []
  const [isOpened, setOpened] = useState(chosen !== undefined || extra.length > 0)
  if (!resource) return null
  const { attributes, relationships, extraFields } = resource
  const names = [...Object.entries(attributes), ...Object.entries(relationships)].flatMap(
    ([name, { read }]) => (isOpen(read) ? [name] : []),
  )
  const setFields = (next: readonly string[]): void => {
    const isAll = names.every((name) => next.includes(name))
    const fields = isAll
      ? query.fields.filter(({ of }) => of !== type)
      : withNames(query.fields, { of: type, names: next })
    change({ ...query, fields })
  }
  const setExtra = (next: readonly string[]): void => {
    const others = query.extraFields.filter(({ of }) => of !== type)
    const extras = next.length === 0 ? others : withNames(query.extraFields, { of: type, names: next })
    change({ ...query, extraFields: extras })
  }
  return (
    <details class="fields" open={isOpened} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary>
        Fields of {type}{' '}
        <span class="hint">{chosen === undefined ? 'all' : `${chosen.length} of ${names.length}`}</span>
      </summary>
      {isOpened && (
        <div class="choices" role="group" aria-label={`Fields of ${type}`}>
          {names.map((name) => (
            <label class="check" key={name}>
              <input
                type="checkbox"
                checked={chosen?.includes(name) ?? true}
                onChange={() => setFields(toggled(chosen ?? names, name))}
              />
              {named(name, attributes[name] ?? relationships[name])}
            </label>
          ))}
          {Object.entries(extraFields).map(([name, field]) => (
            <label class="check extra" key={`+${name}`}>
              <input
                type="checkbox"
                checked={extra.includes(name)}
                onChange={() => setExtra(toggled(extra, name))}
              />
              {named(name, field)} <span class="hint">extra</span>
            </label>
          ))}
        </div>
      )}
    </details>
  )
}

const toggled = (list: readonly string[], name: string): readonly string[] =>
  list.includes(name) ? list.filter((each) => each !== name) : [...list, name]

function Others({ query, change }: Building) {
  return (
    <fieldset class="part">
      <legend>Sent as written</legend>
      <ul class="chips">
        {query.others.map(([name, value], index) => (
          <li key={index}>
            <code>
              {name}={value}
            </code>
            <button
              type="button"
              class="remove"
              aria-label={`Remove ${name}`}
              onClick={() => change({ ...query, others: query.others.filter((_, at) => at !== index) })}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
