import { needsOf } from './needs.js'
import type { ActionSchema, ResourceSchema, Schema, ScopeSchema } from '../schema/schema.js'
import { POLICIES, type Policy } from '../schema/types.js'
import type { ActionContract, ResourceContract, ScopeContract } from '@jsonapi-gen/runtime/vocabulary'
import { named } from './named.js'
import { allOf, type Who } from './who.js'

/** The actions, scopes and policies of a resource: who may do what with which records (chapter 14 of the rules). */
export function accessOf(
  resource: ResourceSchema,
  schema: Schema,
): Pick<ResourceContract, 'actions' | 'scopes' | 'inheritsScopes' | 'public'> {
  const { scopes, inheritsScopes, isPublic } = resource
  return {
    actions: actionsOf(resource, schema),
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

function actionsOf(resource: ResourceSchema, schema: Schema): ResourceContract['actions'] {
  const of = (action: ActionSchema['action']): ActionContract => {
    const found = resource.access.find((each) => each.action === action)
    return found ? actionOf(found) : { address: false, who: false }
  }
  const create = of('create')
  const takes = takesOf(resource, create.who, schema)
  return {
    create: { ...create, ...(takes !== true && { takes }) },
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

/** The requests that may write everything that a create needs, apart from the guard of the create itself. */
function takesOf(resource: ResourceSchema, who: Who, { resources }: Schema): Who {
  if (who === false) return true
  if (resource.unfilled.length > 0) return false
  const guards = needsOf(resource, resources).flatMap((need) => need.guards)
  return allOf(...guards.filter((guard) => who === true || !who.includes(guard)))
}

function scopesOf(policy: Policy, scopes: readonly ScopeSchema[]): readonly ScopeContract[] {
  const of = scopes.filter((scope) => scope.policy === policy)
  return [...of.filter(({ isDefault }) => !isDefault), ...of.filter(({ isDefault }) => isDefault)].map(
    ({ name, isDefault }) => ({ scope: name, from: isDefault ? 'defaults' : 'resource' }),
  )
}
