import type {
  ActionContract,
  AttributeContract,
  Contract,
  ExtraFieldContract,
  FilterContract,
  IdContract,
  InputContract,
  OutputContract,
  OwnActionContract,
  PageContract,
  RelationshipContract,
  ResourceContract,
  ScopeContract,
  StatContract,
} from './contract.js'

/**
 * The first part that a contract lacks, of those that every contract has: `resources.posts.page`. So is a resource that another
 * one names: `resources.people`. Undefined if it is whole. An older generator, or a hand, has left out what is missing.
 */
export function missingPart(contract: Readonly<Record<string, unknown>>): string | undefined {
  const { resources } = contract
  const types = typeof resources === 'object' && resources !== null ? Object.keys(resources) : []
  return missingAt([], contract, CONTRACT, new Set(types))
}

/**
 * What stands at a place: any value; the type of a resource; an object with these members at least, and some that may be missing;
 * or things of one form by their names.
 */
type Form =
  | 'value'
  | 'type'
  | { readonly members: Readonly<Record<string, Form>>; readonly optional?: Readonly<Record<string, Form>> }
  | { readonly each: Form }

/** The forms of all members that are never left out: the compiler names one that is forgotten. */
type Forms<Whole> = {
  readonly [Name in keyof Whole as Record<never, never> extends Pick<Whole, Name> ? never : Name]: Form
}

const NAMED: Form = { each: 'value' }

const TYPES: Form = { each: 'type' }

const ID: Forms<IdContract> = { type: 'value', clientIds: 'value' }

const KEY: Forms<NonNullable<IdContract['key']>[number]> = {
  name: 'value',
  type: { members: { type: 'value' } },
}

const EXTRA_FIELD: Forms<ExtraFieldContract> = { type: 'value' }

const ATTRIBUTE: Forms<AttributeContract> = {
  ...EXTRA_FIELD,
  read: 'value',
  write: 'value',
  required: 'value',
}

const RELATIONSHIP: Forms<RelationshipContract> = {
  cardinality: 'value',
  types: TYPES,
  polymorphic: 'value',
  required: 'value',
  custom: 'value',
  read: 'value',
  write: 'value',
  linkage: 'value',
}

const FILTER: Forms<FilterContract> = {
  type: 'value',
  who: 'value',
  operators: NAMED,
  aliases: NAMED,
  required: 'value',
  custom: 'value',
}

const STAT: Forms<StatContract> = { who: 'value', calculations: NAMED }

const PAGE: Forms<PageContract> = {
  style: 'value',
  size: 'value',
  max: 'value',
  number: 'value',
  cursors: 'value',
}

const ACTION: { readonly members: Forms<ActionContract> } = { members: { address: 'value', who: 'value' } }

const ACTIONS: Forms<ResourceContract['actions']> = {
  index: ACTION,
  show: ACTION,
  create: ACTION,
  update: ACTION,
  destroy: ACTION,
}

const INPUT: Forms<InputContract> = { ...EXTRA_FIELD, required: 'value' }

const OUTPUT: Forms<OutputContract> = { type: 'type' }

const OWN_ACTION: Forms<OwnActionContract> = {
  on: 'value',
  input: { each: { members: INPUT } },
  who: 'value',
  from: 'value',
}

const SCOPE: Forms<ScopeContract> = { scope: 'value', from: 'value' }

const RESOURCE: Forms<ResourceContract> = {
  id: { members: ID, optional: { key: { each: { members: KEY } } } },
  attributes: { each: { members: ATTRIBUTE } },
  extraFields: { each: { members: EXTRA_FIELD } },
  relationships: { each: { members: RELATIONSHIP, optional: { groups: TYPES, through: TYPES } } },
  filters: { each: { members: FILTER } },
  groups: 'value',
  defaultFilters: NAMED,
  sorts: NAMED,
  defaultSort: NAMED,
  stats: { each: { members: STAT } },
  page: { members: PAGE },
  actions: { members: ACTIONS },
  scopes: { each: { each: { members: SCOPE } } },
  inheritsScopes: 'value',
  public: 'value',
}

const WHOLE: Forms<Contract> = {
  contract: 'value',
  // An older version has fewer limits.
  limits: NAMED,
  defaultScopes: NAMED,
  resources: {
    each: {
      members: RESOURCE,
      optional: {
        ownActions: { each: { members: OWN_ACTION, optional: { output: { members: OUTPUT } } } },
      },
    },
  },
}

const CONTRACT: Form = { members: WHOLE }

function missingAt(
  path: readonly string[],
  value: unknown,
  form: Form,
  types: ReadonlySet<string>,
): string | undefined {
  if (value === undefined) return path.join('.')
  if (form === 'value') return undefined
  if (form === 'type') return types.has(String(value)) ? undefined : `resources.${String(value)}`
  if (typeof value !== 'object' || value === null) return path.join('.')
  const present = new Map<string, unknown>(Object.entries(value))
  const expected =
    'each' in form
      ? [...present.keys()].map((name): readonly [string, Form] => [name, form.each])
      : [
          ...Object.entries(form.members),
          ...Object.entries(form.optional ?? {}).filter(([name]) => present.has(name)),
        ]
  for (const [name, next] of expected) {
    const missing = missingAt([...path, name], present.get(name), next, types)
    if (missing !== undefined) return missing
  }
  return undefined
}
