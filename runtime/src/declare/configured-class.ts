import type { Shape } from '../shape/shape.js'
import { copyConfig, defaultConfig, type ResourceConfig } from './config.js'
import type { Shaped } from './declaration-types.js'

/**
 * A class with a configuration whose instances are R. It may be abstract, because a generated base declares in its
 * static block.
 */
export type Declaring<R extends Shaped> = (abstract new () => R) & { readonly config: ResourceConfig }

const configs = new WeakMap<object, ResourceConfig>()

/** A class with a configuration, which declarations set. */
export abstract class Configured<S extends Shape = Shape> implements Shaped<S> {
  declare readonly '~shape': S

  /**
   * The configuration of this class (rule 1.1). A subclass copies its parent's configuration when it is first used or
   * declared on; afterwards, changes on one side do not reach the other (rule 1.2).
   */
  static get config(): ResourceConfig {
    let config = configs.get(this)
    if (!config) {
      config =
        this === Configured
          ? defaultConfig()
          : copyConfig((Object.getPrototypeOf(this) as typeof Configured).config)
      configs.set(this, config)
    }
    return config
  }
}

let latest = 0

/** The revision of the latest declaration of any class, and of the latest registry. */
export const latestRevision = (): number => latest

/** Begins a revision: whatever depends on all declarations is computed again. */
export const nextRevision = (): number => ++latest

/** The configuration for a change: everything that was compiled from it is out of date. */
export function changed(resourceClass: { readonly config: ResourceConfig }): ResourceConfig {
  const { config } = resourceClass
  config.revision = nextRevision()
  return config
}
