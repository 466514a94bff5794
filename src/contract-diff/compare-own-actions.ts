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

/** Compares the actions of a resource beside the five: their addresses, inputs and answers (rule 14.19). */
export function compareOwnActions(
  type: string,
  base: ResourceContract,
  head: ResourceContract,
): readonly Finding[] {
  const at = (name: string): string => `${type}.ownActions.${name}`
  return compareMembers(opened(base), opened(head), {
    removed: (name) => [finding('own-action-removed', at(name), 'The action is gone')],
    added: (name) => [finding('own-action-added', at(name), 'The action is new')],
    both: (name, before, now) => compareOwnAction(at(name), before, now),
  })
}

/** The actions that somebody may do; one that nobody may do is not there. */
const opened = ({ ownActions = {} }: ResourceContract): Readonly<Record<string, OwnActionContract>> =>
  Object.fromEntries(Object.entries(ownActions).filter(([, { who }]) => who !== false))

function compareOwnAction(
  place: string,
  base: OwnActionContract,
  head: OwnActionContract,
): readonly Finding[] {
  // At another address, nothing of it is what it was.
  if (base.on !== head.on) {
    return [finding('own-action-moved', place, `It was done to the ${base.on}, and is to the ${head.on}`)]
  }
  const found = [...compareWho('own-action', place, base.who, head.who)]
  if (base.scope !== head.scope) {
    const message = `Its record was in ${scopeText(base)}, and is in ${scopeText(head)}`
    found.push(finding('own-action-scope-changed', place, message))
  }
  if (base.transaction !== head.transaction) {
    const message = head.transaction === false ? 'What it did before an error stays' : 'An error undoes it'
    found.push(finding('own-action-transaction-changed', place, message))
  }
  return [...found, ...compareOutputs(place, base, head), ...compareOwnInputs(place, base, head)]
}

const scopeText = ({ scope = 'that of update' }: OwnActionContract): string => `the scope ${scope}`

function compareOutputs(place: string, base: OwnActionContract, head: OwnActionContract): readonly Finding[] {
  if (outputText(base) !== outputText(head)) {
    const message = `It was answered by ${outputText(base)}, and is by ${outputText(head)}`
    return [finding('own-action-output-changed', place, message)]
  }
  if (base.output?.nullable === head.output?.nullable) return []
  return head.output?.nullable
    ? [finding('own-action-nullable', place, 'Its answer may have no record')]
    : [finding('own-action-never-null', place, 'Its answer has a record')]
}

function outputText({ output }: OwnActionContract): string {
  if (!output) return 'meta'
  return output.list ? `a list of ${output.type}` : `one of ${output.type}`
}

function compareOwnInputs(
  place: string,
  base: OwnActionContract,
  head: OwnActionContract,
): readonly Finding[] {
  const at = (name: string): string => `${place}.input.${name}`
  return compareMembers(base.input, head.input, {
    removed: (name) => [finding('input-removed', at(name), 'The action does not take it any more')],
    added: (name, now) =>
      now.required
        ? [finding('input-required', at(name), 'A request has to give it')]
        : [finding('input-added', at(name), 'The action takes it')],
    both: (name, before, now) => compareInput(at(name), open(before), open(now), true),
  })
}

/** An input is compared as an attribute that everybody writes. */
const open = (input: InputContract): AttributeContract => ({ ...input, read: true, write: true })
