import {
  offeredInput,
  offeredOutput,
  type OwnActionContract,
  type ResourceContract,
} from '@jsonapi-gen/runtime/vocabulary'
import type { OwnActionSchema, ResourceSchema } from '../schema/schema.js'
import { inputOf } from './fields.js'
import { described, named } from './named.js'
import { allOf } from './who.js'

/** The own actions of a resource (rule 14.19); nothing if it has none. */
export function ownActionsOf({ ownActions }: ResourceSchema): Pick<ResourceContract, 'ownActions'> {
  if (ownActions.length === 0) return {}
  return { ownActions: named(ownActions.map((each) => [each.name, ownActionOf(each)])) }
}

function ownActionOf(action: OwnActionSchema): OwnActionContract {
  const { description, on, input, output, guard, from, scope, transaction } = action
  const answer = offeredOutput(output)
  return {
    ...described(description),
    on,
    input: named(
      input.map((each) => [each.name, { ...described(each.description), ...offeredInput(inputOf(each)) }]),
    ),
    ...(answer && { output: answer }),
    who: allOf(guard),
    from,
    ...(scope && { scope: scope.name }),
    ...(!transaction && { transaction }),
  }
}
