import type { Shape } from '../shape/shape.js'
import { type Action, type ActionGuards, ACTIONS, type Policy } from './config.js'
import { changed, type Declaring } from './configured.js'
import type { ScopeHandler, Shaped } from './declaration-types.js'
import type { Guard } from './handler.js'
import { SideloadDeclarations } from './sideload-declarations.js'

/** The declarations of who may do what (rule 14.11). */
export abstract class PolicyDeclarations<S extends Shape = Shape> extends SideloadDeclarations<S> {
  /**
   * Limits the actions that are served, and says who may do each (rule 14.11); all of them are served to everybody
   * unless declared. One that is left out has no address. A guard names a method of the context. Those of `create`,
   * `update` and `destroy` hold wherever that happens to a record: at its address, in a relationship, nested in
   * another write, in process. False closes an action everywhere.
   *
   * ```ts
   * this.actions('index', 'show')
   * this.actions({ index: true, show: true, create: 'isMember', update: 'isMember', destroy: false })
   * ```
   */
  static actions(...actions: readonly Action[] | readonly [ActionGuards]): void {
    const guards = actions.flatMap((given): readonly (readonly [Action, Guard])[] =>
      typeof given === 'string' ? [[given, true]] : ACTIONS.flatMap((name) => guardEntry(name, given)),
    )
    changed(this).actions = new Map(guards)
  }

  /**
   * Says which records something may be done with (rule 14.10). Each function, or method, gets a blank scope and the
   * context, and returns it narrowed; only its condition is used. `read` holds for everything that reads or names a
   * record. `update` and `destroy` narrow further. After a create the record must be in `create`, else in `read`.
   * After an update it must be in `updated`, else in `update`, else in `read`. Otherwise nothing is written, and the
   * answer is a 403.
   *
   * ```ts
   * this.scopes({ read: 'scopeVisible', update: 'scopeOwn', destroy: 'scopeOwn' })
   * ```
   */
  static scopes<R extends Shaped>(
    this: Declaring<R>,
    scopes: { readonly [Name in Policy]?: ScopeHandler<R> },
  ): void {
    const config = changed(this)
    config.scopes = new Map(config.scopes).set('own', Object.freeze({ ...scopes }))
  }
}

function guardEntry(name: Action, guards: ActionGuards): readonly (readonly [Action, Guard])[] {
  const guard = guards[name]
  return guard === undefined ? [] : [[name, guard]]
}
