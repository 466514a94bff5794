import type { AdapterResource } from '../../adapter/adapter-resource.js'
import type { ScopeMeaning } from '../../adapter/scope-meaning.js'
import type { Datamodel } from '../../datamodel/datamodel.js'
import { ScopeFault } from '../../adapter/scope-fault.js'
import { castTo } from '../../base/cast.js'
import { hasEmptyPart } from './empty-condition.js'

/** The `findMany` arguments that a scope can set. */
export interface PrismaArguments {
  where?: object
  orderBy?: object | readonly object[]
  include?: object | null
  select?: object | null
  omit?: object | null
  skip?: number
  take?: number
  cursor?: object
  distinct?: unknown
}

type Part<Arguments, Name extends keyof PrismaArguments> = Name extends keyof Arguments
  ? NonNullable<Arguments[Name]>
  : NonNullable<PrismaArguments[Name]>

/**
 * The scope of a Resource on Prisma: the arguments of a `findMany`, onto which filters, sorts and pages are chained. A
 * scope is immutable, so every method returns a new one. `Arguments` is the model's argument type, such as
 * `Prisma.PostFindManyArgs`, and determines the parameter types of the methods.
 */
export class PrismaScope<Arguments extends object = PrismaArguments> {
  readonly model: string
  /**
   * The current arguments, to pass to Prisma's own operations: `prisma.post.count({ where: scope.arguments.where })`.
   */
  readonly arguments: Readonly<Arguments>
  /** Carries the type of the model's arguments. It does not exist at run time. */
  declare protected readonly typed: Arguments

  constructor(model: string, findManyArguments: Readonly<PrismaArguments> = {}) {
    this.model = model
    this.arguments = castTo<Readonly<Arguments>>(Object.freeze(findManyArguments))
  }

  /** The arguments that a scope can set, for any model. */
  private get set(): Readonly<PrismaArguments> {
    return castTo<PrismaArguments>(this.arguments)
  }

  /** Adds a condition. Records must meet all conditions of a scope. */
  where(condition: Part<Arguments, 'where'>): PrismaScope<Arguments> {
    return this.and(condition)
  }

  /** Adds a sort key. */
  orderBy(order: Part<Arguments, 'orderBy'>): PrismaScope<Arguments> {
    const { orderBy = [] } = this.set
    return this.with({ orderBy: [orderBy, order].flat() })
  }

  /** Adds relations that Prisma loads with each record, for extra fields and custom methods. */
  include(relations: Part<Arguments, 'include'>): PrismaScope<Arguments> {
    return this.with({ include: { ...this.set.include, ...relations } })
  }

  /** Sets the number of records to skip and the maximum number to return. */
  window(skip: number, take: number): PrismaScope<Arguments> {
    return this.with({ skip, take })
  }

  /** Returns the scope with some arguments replaced. */
  with(changed: Readonly<PrismaArguments>): PrismaScope<Arguments> {
    return new PrismaScope(this.model, { ...this.arguments, ...changed })
  }

  private and(condition: object): PrismaScope<Arguments> {
    if (typeof condition !== 'object' || condition === null) {
      throw new ScopeFault(
        `where(${String(condition)}) has no condition: pass a Prisma condition as an object.`,
      )
    }
    const { where } = this.set
    if (where === undefined || isNever(condition)) return this.with({ where: condition })
    return isNever(where) ? this : this.with({ where: { AND: [...conjuncts(where), condition] } })
  }
}

/** Interprets a value that an application returned as a resource's scope. */
export function meaningOfScope(
  given: unknown,
  resource: AdapterResource,
  datamodel: Datamodel,
): ScopeMeaning<PrismaScope> {
  if (!(given instanceof PrismaScope)) return meaningOfObject(given, resource)
  const { where: _where, ...others } = given.arguments
  const more = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (more.length > 0) return { kind: 'more', more: more.join(', ') }
  const condition = { kind: 'scope', scope: given } as const
  const doubt = doubtOf(given, resource, datamodel)
  return doubt === undefined ? { kind: 'condition', condition } : { kind: 'doubtful', condition, why: doubt }
}

/**
 * The reason why a scope is unsafe for a policy; undefined if it is safe. A scope without a condition contains all
 * records.
 */
function doubtOf(
  { model, arguments: { where } }: PrismaScope,
  resource: AdapterResource,
  datamodel: Datamodel,
): string | undefined {
  if (model !== String(resource.model)) {
    return `it is a scope of the model ${model}, but must be a scope of "${resource.type}"`
  }
  if (where === undefined) return undefined
  if (hasUndefined(where)) return 'it compares with undefined, and Prisma would drop the condition'
  return !isNever(where) && hasEmptyPart(where, datamodel, model)
    ? 'its condition, or a part of it, is empty: Prisma would drop it. To show every record, return the given scope unchanged'
    : undefined
}

/**
 * Interprets an object that is not a scope: `{ where }` narrows the resource's base scope, and `{}` is the base scope
 * (rule 8.2). Any other object is rejected: it must not show more records.
 */
function meaningOfObject(given: unknown, { type, model }: AdapterResource): ScopeMeaning<PrismaScope> {
  if (!isShortForm(given)) {
    const cure =
      'Write { where: { … } }, which narrows the base scope, or narrow baseScope(this) with where({ … }).'
    const advice = Array.isArray(given)
      ? ' To render records that are already loaded, pass { scope: false }.'
      : ''
    return { kind: 'none', why: `The scope of "${type}" is ${kindOfBase(given)}. ${cure}${advice}` }
  }
  if (hasUndefined(given)) {
    const why = `The scope of "${type}" compares with undefined. Prisma would ignore this condition and return more records.`
    return { kind: 'none', why }
  }
  if (!given.where) return { kind: 'short', narrows: 'nothing' }
  const scope = new PrismaScope(String(model)).where(given.where)
  return { kind: 'short', narrows: { kind: 'scope', scope } }
}

function isShortForm(given: unknown): given is { readonly where?: object } {
  if (!isPlain(given)) return false
  const { where, ...others }: { where?: unknown } = given
  return Object.keys(others).length === 0 && (where === undefined || isPlain(where))
}

function kindOfBase(given: unknown): string {
  if (given === null || given === undefined) return String(given)
  if (Array.isArray(given)) return 'a list'
  if (isPlain(given)) return `an object with ${Object.keys(given).join(', ')}`
  return typeof given === 'object' ? `an instance of ${given.constructor.name}` : `a ${typeof given}`
}

/**
 * Whether a condition is never true. Prisma treats an empty OR as never true if it stands alone, but drops it inside an
 * AND, which would match every row.
 */
export function isNever(where: object): boolean {
  return 'OR' in where && Array.isArray(where.OR) && where.OR.length === 0
}

/** The members of a condition that is only an AND made by this adapter, so that chaining does not nest it. */
function conjuncts(where: object): readonly object[] {
  const keys = Object.keys(where)
  return keys.length === 1 && 'AND' in where && Array.isArray(where.AND) ? where.AND : [where]
}

/**
 * Whether the arguments of a query contain undefined. Prisma drops such a condition, and then finds every row (rule
 * 18.4): `{ ownerId: undefined }` must not make a policy permit everything.
 */
function hasUndefined(value: unknown): boolean {
  if (value === undefined) return true
  if (Array.isArray(value)) return value.some(hasUndefined)
  return isPlain(value) && Object.values(value).some(hasUndefined)
}

/** Dates, bytes and decimals are values, whatever they contain. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
