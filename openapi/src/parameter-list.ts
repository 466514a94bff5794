import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import type { Accepted, Group } from './accepted.js'
import type { Components } from './components.js'
import type { Form } from './form.js'
import type { JsonObject } from './json.js'
import { parametersOf } from './parameters.js'

/** The query parameters of an operation. Most of them are components that several operations share. */
export interface Listed {
  readonly parameters: readonly JsonObject[]
  /** The operation whose other parameters this one also accepts. */
  readonly mark: JsonObject
}

/** Creates the lists of parameters for a document. The parameters of a group are written once. */
export function parameterLists(
  contract: Contract,
  components: Components,
  form: Form,
): (accepted: Accepted) => Listed {
  const written = (group: Group): readonly JsonObject[] =>
    parametersOf(group, contract).flatMap((each) => {
      const parameter = form.parameter(each)
      return parameter
        ? [components[isOwn(group) ? 'share' : 'name']('parameters', each.component, parameter)]
        : []
    })
  const known = new Map<string, readonly JsonObject[]>()
  return (accepted) => {
    const { groups, like } = form.accepted(accepted)
    return {
      parameters: groups.flatMap((group) => {
        if (isOwn(group)) return written(group)
        const key = JSON.stringify([group.kind, group.type, group.path])
        const parameters = known.get(key) ?? written(group)
        known.set(key, parameters)
        return parameters
      }),
      mark: like === undefined ? {} : { 'x-parameters-of': like },
    }
  }
}

/** Whether a group may differ between operations, because it depends on their include paths. */
const isOwn = ({ kind }: Group): boolean => kind === 'sort' || kind === 'include'
