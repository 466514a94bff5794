import type { Shape } from '../shape/shape.js'
import { copyConfig, defaultConfig, type ResourceConfig } from './config.js'
import type { Shaped } from './declaration-types.js'

/**
 * A class with a configuration whose instances are R. Abstract classes are included, because a generated base declares
 * in its static block.
 */
export type Declaring<R extends Shaped> = (abstract new () => R) & { readonly config: ResourceConfig }

const configs = new WeakMap<object, ResourceConfig>()

/** A class that has a configuration, which its declarations set. */
export abstract class Configured<S extends Shape = Shape> implements Shaped<S> {
  declare readonly '~shape': S

  /**
   * The configuration of this class (rule 1.1). A subclass takes its copy of the parent's when it is first declared on
   * or used; from then on no change on either side reaches the other (rule 1.2).
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

/** The configuration, to be changed: what was compiled of it before is out of date. */
export function changed(resourceClass: { readonly config: ResourceConfig }): ResourceConfig {
  const { config } = resourceClass
  config.revision++
  return config
}
