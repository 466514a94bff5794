import type { AdapterResource } from '../../adapter/adapter-resource.js'
import type { Condition } from '../../adapter/condition.js'
import type { JoinedTo } from '../../adapter/narrowing.js'
import type { ScopeMeaning } from '../../adapter/scope-meaning.js'
import type { Order, Window } from '../../adapter/window.js'

/** A scope as data. An adapter may use a class with more members. */
export interface SqlScope {
  readonly model: string
  readonly parts: SqlScopeParts
}

/** The parts of a scope. */
export interface SqlScopeParts {
  readonly where: readonly SqlPart[]
  readonly order: readonly Order[]
  readonly skip?: number
  readonly take?: number
  /** How many records to keep for each value of the given columns. */
  readonly each?: { readonly by: readonly string[]; readonly count: number }
}

/** One condition of a scope. Records must meet all conditions. */
export type SqlPart =
  | { readonly kind: 'condition'; readonly condition: Condition<SqlScope> }
  | { readonly kind: 'joined'; readonly joined: JoinedTo<SqlScope> }
  /** A condition that the application wrote, in a form that only its adapter knows: `ownSql` converts it. */
  | { readonly kind: 'own'; readonly own: object }

/** The parts of a scope with a different order or page. */
export function arranged<Parts extends Omit<SqlScopeParts, 'where'>>(parts: Parts, window: Window): Parts {
  const { order, take } = parts
  switch (window.kind) {
    case 'order':
      return { ...parts, order: [...order, ...window.by] }
    case 'page':
      return { ...parts, skip: (window.number - 1) * window.size, take: window.size }
    case 'oneMore':
      return take === undefined ? parts : { ...parts, take: take + 1 }
    case 'atMost':
      return take !== undefined && take <= window.count ? parts : { ...parts, take: window.count }
    case 'firstOfEach':
      return { ...parts, each: { by: window.by, count: window.count } }
  }
}

/** The condition of a scope, if the scope has no other parts. */
export function meaningOf<Scope extends SqlScope>(
  scope: Scope,
  { type, model }: AdapterResource,
): ScopeMeaning<Scope> {
  const { order, skip, take } = scope.parts
  const more = [
    ...(order.length > 0 ? ['order'] : []),
    ...(skip !== undefined || take !== undefined ? ['page'] : []),
  ]
  if (more.length > 0) return { kind: 'more', more: more.join(', ') }
  const condition = { kind: 'scope', scope } as const
  if (scope.model === String(model)) return { kind: 'condition', condition }
  return { kind: 'doubtful', condition, why: `its model differs from the model of "${type}"` }
}
