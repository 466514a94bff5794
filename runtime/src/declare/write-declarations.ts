import type { Shape } from '../shape/shape.js'
import type { StandardSchema } from '../value/standard-schema.js'
import type { HookConfig, ResourceConfig, ValidationConfig, WriteAction } from './config.js'
import { changed, type Declaring } from './configured.js'
import type { HookHandler, Shaped } from './declaration-types.js'
import { PolicyDeclarations } from './policy-declarations.js'

/** The declarations of the application's code in a write: schemas and hooks (rules 11.10, 21.2). */
export abstract class WriteDeclarations<S extends Shape = Shape> extends PolicyDeclarations<S> {
  /**
   * Declares a schema for the attributes of a record, which must hold before the record is written (rule 11.10). Any
   * Standard Schema works, such as one of zod, valibot or arktype. On an update it gets the record as it would be
   * afterwards. Several schemas must all hold.
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
   * Declares a hook that runs for each record of a write when everything is written, still inside the transaction. If
   * it throws, everything is rolled back. A ValidationError becomes the errors of that record (rule 21.2).
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
   * Declares a hook that runs for each record of a write once the write is durable: mails, messages, caches. It never
   * runs for a write that was rolled back. If it throws, the error goes to `onError`, and the write stays (rule 21.2).
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

/** Adds hooks in the order of their declarations; declaring the same hook again has no effect. */
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
