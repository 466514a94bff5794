import type { Shape } from '../shape/shape.js'
import type { StandardSchema } from '../value/standard-schema.js'
import type { HookConfig, ResourceConfig, ValidationConfig, WriteAction } from './config.js'
import { changed, type Declaring } from './configured.js'
import type { HookHandler, Shaped } from './declaration-types.js'
import { PolicyDeclarations } from './policy-declarations.js'

/** The declarations of the application's part in a write: schemas and hooks (rules 11.10, 21.2). */
export abstract class WriteDeclarations<S extends Shape = Shape> extends PolicyDeclarations<S> {
  /**
   * Declares a schema that the attributes of a record have to satisfy before it is written (rule 11.10). Any Standard Schema
   * will do, such as one of zod, valibot or arktype. On an update it sees the record as it would be. If there are several,
   * all have to hold.
   *
   * ```ts
   * this.validates(z.object({ title: z.string().min(3, 'is too short') })) // 422 at /data/attributes/title
   * ```
   */
  static validates(
    schema: StandardSchema,
    { on = ['create', 'update'] }: { readonly on?: ValidationConfig['on'] } = {},
  ): void {
    const config = changed(this)
    config.validations = Object.freeze([
      ...config.validations,
      Object.freeze({ schema, on: Object.freeze([...on]) }),
    ])
  }

  /**
   * Declares what runs for each record of a write when all of it is written, still inside the transaction. A throw
   * rolls everything back. A ValidationError becomes the errors of that record (rule 21.2).
   *
   * ```ts
   * this.beforeCommit('create', async (post) => { await stockOf(post).reserve() })
   * ```
   */
  static beforeCommit<R extends Shaped>(
    this: Declaring<R>,
    actions: WriteAction | readonly WriteAction[],
    hook: HookHandler<R>,
  ): void {
    addHooks(changed(this), 'beforeCommit', actions, hook)
  }

  /**
   * Declares what runs for each record of a write once it is durable: mails, messages, caches. It never runs for a write that
   * was rolled back. What it throws reaches `onError`, and the write stays (rule 21.2).
   *
   * ```ts
   * this.afterCommit(['create', 'update'], (post) => void searchIndex.put(post))
   * ```
   */
  static afterCommit<R extends Shaped>(
    this: Declaring<R>,
    actions: WriteAction | readonly WriteAction[],
    hook: HookHandler<R>,
  ): void {
    addHooks(changed(this), 'afterCommit', actions, hook)
  }
}

/** Hooks add up, in the order of their declarations; the same one declared again is one. */
function addHooks(
  config: ResourceConfig,
  moment: HookConfig['moment'],
  actions: WriteAction | readonly WriteAction[],
  handler: HookConfig['handler'],
): void {
  const added = [actions].flat().map((action): HookConfig => Object.freeze({ moment, action, handler }))
  const isKnown = (hook: HookConfig): boolean =>
    config.hooks.some(
      (known) =>
        known.moment === hook.moment && known.action === hook.action && known.handler === hook.handler,
    )
  config.hooks = Object.freeze([...config.hooks, ...added.filter((hook) => !isKnown(hook))])
}
