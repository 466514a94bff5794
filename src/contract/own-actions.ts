import type {
  InputContract,
  OutputContract,
  OwnActionContract,
  ResourceContract,
} from '@jsonapi-gen/runtime/vocabulary'
import type { AttributeSchema, OwnActionSchema, OwnOutputSchema, ResourceSchema } from '../schema/schema.js'
import { valueOf } from './fields.js'
import { described, jsonOf, named } from './named.js'
import { allOf } from './who.js'

/** The actions of a resource beside the five (rule 14.19); nothing if it has none. */
export function ownActionsOf({ ownActions }: ResourceSchema): Pick<ResourceContract, 'ownActions'> {
  if (ownActions.length === 0) return {}
  return { ownActions: named(ownActions.map((each) => [each.name, ownActionOf(each)])) }
}

function ownActionOf(action: OwnActionSchema): OwnActionContract {
  const { description, on, input, output, guard, from, scope, transaction } = action
  const answer = outputOf(output)
  return {
    ...described(description),
    on,
    input: named(input.map((each) => [each.name, inputOf(each)])),
    ...(answer && { output: answer }),
    who: allOf(guard),
    from,
    ...(scope && { scope: scope.name }),
    ...(!transaction && { transaction }),
  }
}

function outputOf(output: OwnOutputSchema): OutputContract | undefined {
  switch (output.kind) {
    case 'meta':
      return undefined
    case 'list':
      return { type: output.type, list: true }
    case 'record':
      return { type: output.type, ...(output.nullable && { nullable: true }) }
  }
}

function inputOf({
  description,
  type,
  constraints,
  default: preset,
  required,
}: AttributeSchema): InputContract {
  return {
    ...described(description),
    ...valueOf(type),
    required: required ?? (!type.nullable && preset === undefined),
    ...(preset !== undefined && { default: jsonOf(preset) }),
    ...Object.fromEntries(constraints.map((each) => [each.name, jsonOf(each.value)])),
  }
}
