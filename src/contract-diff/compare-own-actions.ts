import type {
  AttributeContract,
  InputContract,
  OwnActionContract,
  ResourceContract,
} from '@jsonapi-gen/runtime/vocabulary'
import { compareInput } from './compare-inputs.js'
import { compareMembers } from './compare-members.js'
import { compareWho } from './compare-who.js'
import { finding, type Finding } from './rules.js'

/** Compares a resource's own actions: their paths, inputs and responses (rule 14.19). */
export function compareOwnActions(
  type: string,
  base: ResourceContract,
  head: ResourceContract,
): readonly Finding[] {
  const at = (name: string): string => `${type}.ownActions.${name}`
  return compareMembers(opened(base), opened(head), {
    removed: (name) => [finding('own-action-removed', at(name), 'The action has been removed')],
    added: (name) => [finding('own-action-added', at(name), 'The action is new')],
    both: (name, before, now) => compareOwnAction(at(name), before, now),
  })
}

/** The actions that at least some clients may perform. */
const opened = ({ ownActions = {} }: ResourceContract): Readonly<Record<string, OwnActionContract>> =>
  Object.fromEntries(Object.entries(ownActions).filter(([, { who }]) => who !== false))

function compareOwnAction(
  place: string,
  base: OwnActionContract,
  head: OwnActionContract,
): readonly Finding[] {
  // An action at a different path is a different action.
  if (base.on !== head.on) {
    return [
      finding('own-action-moved', place, `It applied to the ${base.on} and now applies to the ${head.on}`, [
        base.on,
        head.on,
      ]),
    ]
  }
  const found = [...compareWho('own-action', place, base.who, head.who)]
  if (base.scope !== head.scope) {
    const message = `Its record was found in ${scopeText(base)} and is now found in ${scopeText(head)}`
    found.push(finding('own-action-scope-changed', place, message, [base.scope, head.scope]))
  }
  if (base.transaction !== head.transaction) {
    const message =
      head.transaction === false ? 'An error no longer rolls it back' : 'An error now rolls it back'
    found.push(
      finding('own-action-transaction-changed', place, message, [base.transaction, head.transaction]),
    )
  }
  return [...found, ...compareOutputs(place, base, head), ...compareOwnInputs(place, base, head)]
}

const scopeText = ({ scope }: OwnActionContract): string =>
  scope === undefined ? 'the scope of update' : `the scope ${scope}`

function compareOutputs(place: string, base: OwnActionContract, head: OwnActionContract): readonly Finding[] {
  if (outputText(base) !== outputText(head)) {
    const message = `It returned ${outputText(base)} and now returns ${outputText(head)}`
    return [finding('own-action-output-changed', place, message, [shapeOf(base), shapeOf(head)])]
  }
  if (base.output?.nullable === head.output?.nullable) return []
  return head.output?.nullable
    ? [finding('own-action-nullable', place, 'Its response may now contain no record')]
    : [finding('own-action-never-null', place, 'Its response now always contains a record')]
}

const shapeOf = ({ output }: OwnActionContract): unknown => output && [output.type, output.list]

function outputText({ output }: OwnActionContract): string {
  if (!output) return 'meta'
  return output.list ? `a list of ${output.type}` : `a record of ${output.type}`
}

function compareOwnInputs(
  place: string,
  base: OwnActionContract,
  head: OwnActionContract,
): readonly Finding[] {
  const at = (name: string): string => `${place}.input.${name}`
  return compareMembers(base.input, head.input, {
    removed: (name) => [finding('input-removed', at(name), 'The action no longer accepts it')],
    added: (name, now) =>
      now.required
        ? [finding('input-required', at(name), 'It is now required', ['new'])]
        : [finding('input-added', at(name), 'The action now accepts it')],
    both: (name, before, now) => compareInput(at(name), open(before), open(now), true),
  })
}

/** A member of an input is compared like an attribute that anyone may write. */
const open = (input: InputContract): AttributeContract => ({ ...input, read: true, write: true })
