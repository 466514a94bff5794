import type { Shape } from '../shape/shape.js'
import { type Action, type ActionGuards, ACTIONS } from './config.js'
import { changed } from './configured.js'
import type { Guard } from './handler.js'
import { SideloadDeclarations } from './sideload-declarations.js'

/** The declarations of who may do what (rule 14.11). */
export abstract class PolicyDeclarations<S extends Shape = Shape> extends SideloadDeclarations<S> {
  /**
   * Limits the actions that are served, and says who may do each (rule 14.11); all of them are served to everybody unless
   * declared. One that is left out has no address. A guard names a method of the context; those of `create`, `update` and
   * `destroy` hold wherever that happens to a record: at its address, in a relationship, nested in another write, in process.
   * False closes an action everywhere.
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
}

function guardEntry(name: Action, guards: ActionGuards): readonly (readonly [Action, Guard])[] {
  const guard = guards[name]
  return guard === undefined ? [] : [[name, guard]]
}
