import type { Shape } from '../shape/shape.js'
import {
  type Action,
  type ActionGuards,
  ACTIONS,
  type Policy,
  type ResourceConfig,
  type ScopePolicies,
} from './config.js'
import { changed, type Declaring } from './configured.js'
import type { ScopeHandler, Shaped } from './declaration-types.js'
import type { Guard } from './handler.js'
import { SideloadDeclarations } from './sideload-declarations.js'

/** The declarations of who may do what (rule 14.11). */
export abstract class PolicyDeclarations<S extends Shape = Shape> extends SideloadDeclarations<S> {
  /**
   * Limits the actions that are served, and sets the guard of each (rule 14.11). By default, all actions are served to
   * everybody. An action that is left out has no address. A guard names a method of the context. The guards of
   * `create`, `update` and `destroy` apply to every way of writing a record: at its address, in a relationship, nested
   * in another write, and in process. `false` closes an action everywhere. The second map has the guards of actions
   * without an address (rule 14.14).
   *
   * ```ts
   * this.actions('index', 'show')
   * this.actions({ index: true, show: true, create: 'isMember', update: 'isMember', destroy: false })
   * this.actions({ index: true, show: true }, { create: 'isMember' })
   * ```
   */
  static actions(...actions: readonly Action[] | readonly [ActionGuards, elsewhere?: ActionGuards]): void {
    const config = changed(this)
    const named = actions.flatMap((given) => (typeof given === 'string' ? [given] : []))
    const [guards = {}, elsewhere = {}] = actions.flatMap((given) =>
      typeof given === 'object' ? [given] : [],
    )
    config.actions = new Map([...named.map((name) => [name, true] as const), ...guardEntries(guards)])
    config.guardsElsewhere = new Map(guardEntries(elsewhere))
  }

  /**
   * Declares which records an action may affect (rule 14.10). Each function, or method, gets a blank scope and the
   * context, and returns the scope narrowed; only its condition is used. `read` applies to everything that reads or
   * names a record. `update` and `destroy` narrow further. After a create the record must be in `create`, else in
   * `read`. After an update it must be in `updated`, else in `update`, else in `read`. Otherwise nothing is written,
   * and the answer is a 403.
   *
   * ```ts
   * this.scopes({ read: 'scopeVisible', update: 'scopeOwn', destroy: 'scopeOwn' })
   * ```
   */
  static scopes<R extends Shaped, Shared extends string = never>(
    this: Declaring<R>,
    scopes: { readonly [Name in Policy]?: NoInfer<Shared> | ScopeHandler<R> },
  ): void {
    setScopes(changed(this), 'own', scopes)
  }

  /**
   * Declares which records an action may affect by the scopes of the whole API (rule 14.14), in addition to those of
   * `scopes`. Each is a method of the common base of all resources, which is generic in the type of the scope. `Shared`
   * names methods that the compiler checks elsewhere on that base, once for all resources.
   *
   * ```ts
   * this.defaultScopes({ read: 'scopeTenant', update: 'scopeTenant' })
   * ```
   */
  static defaultScopes<R extends Shaped, Shared extends string = never>(
    this: Declaring<R>,
    scopes: { readonly [Name in Policy]?: NoInfer<Shared> | ScopeHandler<R> },
  ): void {
    setScopes(changed(this), 'default', scopes)
  }
}

function guardEntries(guards: ActionGuards): readonly (readonly [Action, Guard])[] {
  return ACTIONS.flatMap((name): readonly (readonly [Action, Guard])[] => {
    const guard = guards[name]
    return guard === undefined ? [] : [[name, guard]]
  })
}

function setScopes(config: ResourceConfig, layer: 'own' | 'default', scopes: ScopePolicies): void {
  config.scopes = new Map(config.scopes).set(layer, Object.freeze({ ...scopes }))
}
