import { castTo } from '../base/cast.js'
import { Controller, type ControllerClass, type Controllers } from '../controller/controller.js'
import type { Settings } from '../controller/settings.js'

/**
 * Makes the context of code that runs in process: an instance of the class that all controllers of the API extend, the
 * application's `ApplicationController`. It has locals, but no request.
 */
export function inProcessContext<Locals>(
  controllers: Controllers<Locals>,
  settings: Settings,
): (locals: Locals) => Controller<Locals> {
  const contextClass = commonBase(Object.values(controllers))
  return (locals) =>
    new contextClass({
      locals,
      request: undefined,
      actionName: '',
      params: { id: '', relationship: '' },
      search: '',
      address: undefined,
      body: undefined,
      settings,
    })
}

/** The nearest class that all of them extend. */
function commonBase<Locals>(classes: readonly ControllerClass<Locals>[]): ControllerClass<Locals> {
  const [first, ...others] = classes.map(basesOf)
  const common = first?.find((base) => others.every((bases) => bases.includes(base)))
  return castTo<ControllerClass<Locals>>(common ?? Controller)
}

/** The base classes of a class, from the nearest up to `Controller`. */
function basesOf(controller: object): readonly object[] {
  const bases: object[] = []
  let base: unknown = Object.getPrototypeOf(controller)
  while (typeof base === 'function' && base !== Function.prototype) {
    bases.push(base)
    if (base === Controller) break
    base = Object.getPrototypeOf(base)
  }
  return bases
}
