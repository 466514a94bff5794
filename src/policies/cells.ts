import type { Deprecable, Deprecation } from '@jsonapi-gen/runtime/vocabulary'
import { inWords } from '../contract/who.js'
import type {
  ActionPolicy,
  FieldPolicy,
  OwnActionPolicy,
  RecordScope,
  RelationshipPolicy,
  ResourcePolicies,
} from './table.js'

/** A section about a resource, as rows of text. */
export interface Section {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The start of the cell for an action that lets everybody write. */
export const EVERYBODY_WRITES = 'everybody may write'

/** Remarks about a whole resource, as sentences without full stops. */
export function remarksOf({
  dropped,
  policy,
  public: isPublic,
  deprecated,
}: ResourcePolicies): readonly string[] {
  const meant = policy === 'some' ? 'intentionally open to everybody' : 'intentionally without a policy'
  return [
    ...(policy === 'missing' ? ['no policy'] : []),
    ...(isPublic ? [`public: ${meant}`] : []),
    ...(deprecated ? [`deprecated ${datesOf(deprecated)}`] : []),
    ...dropped.map(
      ({ scope, policies }) => `drops the default ${scope} (${policies.join(', ')}) with inherit: false`,
    ),
  ]
}

/** The sections of a resource; empty sections are omitted. */
export function sectionsOf({
  actions,
  ownActions = [],
  attributes,
  relationships,
  queries,
}: ResourcePolicies): readonly Section[] {
  const sections: readonly (Section & { readonly of?: readonly Deprecable[] })[] = [
    { head: ['action', 'who', 'which records', 'as written'], rows: actions.map(actionCells), of: actions },
    { head: ['own action', 'who', 'which records'], rows: ownActions.map(ownActionCells), of: ownActions },
    { head: ['attribute', 'reads', 'writes'], rows: attributes.map(fieldCells), of: attributes },
    {
      head: ['relationship', 'to', 'reads', 'writes'],
      rows: relationships.map((each) => {
        const [name = '', ...who] = fieldCells(each)
        return [name, leadingTo(each), ...who]
      }),
      of: relationships,
    },
    {
      head: ['filter, sort, stat', 'who'],
      rows: queries.map(({ kind, name, who }) => [`${kind} ${name}`, inWords(who)]),
      of: queries,
    },
  ]
  return sections.flatMap(({ head, rows, of = [] }) => {
    if (rows.length === 0) return []
    if (!of.some(({ deprecated }) => deprecated)) return [{ head, rows }]
    const withDates = rows.map((row, at) => {
      const deprecated = of[at]?.deprecated
      return [...row, deprecated ? datesOf(deprecated) : '']
    })
    return [{ head: [...head, 'deprecated'], rows: withDates }]
  })
}

/** `since 2026-01-31, until 2027-01-31, use title`. */
const datesOf = ({ since, sunset, use }: Deprecation): string =>
  [
    `since ${since}`,
    ...(sunset === undefined ? [] : [`until ${sunset}`]),
    ...(use === undefined ? [] : [`use ${use}`]),
  ].join(', ')

/** The target of a relationship, and the resources whose policies apply to its links. */
function leadingTo({ resources, through }: RelationshipPolicy): string {
  const to = resources.join(', ')
  if (through.length === 0) return to
  return `${to}, through links of ${through.join(' and ')}${through.length > 1 ? ' (all their policies)' : ''}`
}

function actionCells(policy: ActionPolicy): readonly string[] {
  const { action, records, written } = policy
  return [action, whoMay(policy), scopesIn(records, 'all'), scopesIn(written, 'any')]
}

function ownActionCells({ action, who, from, everybodyWrites, records }: OwnActionPolicy): readonly string[] {
  const said = everybodyWrites ? EVERYBODY_WRITES : inWords(who)
  return [action, `${said}${from === 'defaults' ? ' (defaults)' : ''}`, scopesIn(records, 'all')]
}

function whoMay({ who, from, address, replaces, everybodyWrites }: ActionPolicy): string {
  const said = `${everybodyWrites ? EVERYBODY_WRITES : inWords(who)}${from === 'defaults' ? ' (defaults)' : ''}`
  const replaced = replaces === null ? '' : `, instead of ${inWords(replaces)} (defaults)`
  return `${address || who === false ? '' : 'no URL; elsewhere '}${said}${replaced}`
}

function scopesIn(scopes: readonly RecordScope[] | null, none: string): string {
  if (scopes === null) return ''
  if (scopes.length === 0) return none
  return scopes.map(({ scope, from }) => `${scope}${from === 'defaults' ? ' (defaults)' : ''}`).join(', ')
}

function fieldCells({ name, read, writers }: FieldPolicy): readonly string[] {
  return [name, inWords(read), writersInWords(writers)]
}

/** The writers of a field: those who create records and those who update them, if these differ. */
function writersInWords(writers: FieldPolicy['writers']): string {
  const create = inWords(writers.create)
  const update = inWords(writers.update)
  if (create === update) return create
  const ways = [
    ...(writers.create === false ? [] : [`${create} (create)`]),
    ...(writers.update === false ? [] : [`${update} (update)`]),
  ]
  return ways.join(', ')
}
