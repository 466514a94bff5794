import type { ActionSchema, ResourceSchema, ScopeSchema } from '../schema/schema.js'
import { POLICIES, type Policy } from '../schema/types.js'
import type { ActionContract, ResourceContract, ScopeContract } from './contract.js'
import { named } from './named.js'
import { allOf } from './who.js'

/** Who may do what with which records (chapter 14 of the rules). */
export function accessOf(
  resource: ResourceSchema,
): Pick<ResourceContract, 'actions' | 'scopes' | 'inheritsScopes' | 'public'> {
  const { scopes, inheritsScopes, isPublic } = resource
  return {
    actions: actionsOf(resource),
    scopes: named(
      POLICIES.flatMap((policy) => {
        const held = scopesOf(policy, scopes)
        return held.length === 0 ? [] : [[policy, held] as const]
      }),
    ),
    inheritsScopes,
    public: isPublic,
  }
}

function actionsOf({ access }: ResourceSchema): ResourceContract['actions'] {
  const of = (action: ActionSchema['action']): ActionContract => {
    const found = access.find((each) => each.action === action)
    return found ? actionOf(found) : { address: false, who: false }
  }
  return {
    create: of('create'),
    destroy: of('destroy'),
    index: of('index'),
    show: of('show'),
    update: of('update'),
  }
}

function actionOf({ isServed, guard, from, replaces }: ActionSchema): ActionContract {
  return {
    address: isServed,
    who: allOf(guard),
    ...(from !== undefined && { from }),
    ...(replaces !== undefined && { replaces: allOf(replaces) }),
  }
}

function scopesOf(policy: Policy, scopes: readonly ScopeSchema[]): readonly ScopeContract[] {
  const of = scopes.filter((scope) => scope.policy === policy)
  return [...of.filter(({ isDefault }) => !isDefault), ...of.filter(({ isDefault }) => isDefault)].map(
    ({ name, isDefault }) => ({ scope: name, from: isDefault ? 'defaults' : 'resource' }),
  )
}
