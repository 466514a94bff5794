import type { OwnActionConfig } from '../../declare/config.js'
import { InvalidDocument, throwCollected, UnknownField } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { ValidationError, type ValidationIssue } from '../../error/validation-error.js'
import { isJsonObject, type JsonObject, ownMember, pointerTo } from '../../value/json.js'
import { didYouMean } from '../../vocabulary/nearest.js'
import { checkInput } from '../../write/check/check-attributes.js'

/**
 * Reads the input of a custom action from the `meta` of its document, just as the attributes of a create are read (rule
 * 14.19). Values have the types of their declarations.
 *
 * Throws all faults together: InvalidDocument for any other document, UnknownField, ValidationError.
 */
export function readInput(body: unknown, type: string, action: OwnActionConfig): object {
  const faults: JsonapiError[] = []
  const meta = metaOf(body, faults)
  throwCollected(faults)
  const { input, name } = action
  const given = new Map(Object.entries(meta ?? {}))
  for (const member of given.keys()) {
    if (input.has(member)) continue
    const detail = `The action "${name}" of "${type}" has no input "${member}".${didYouMean(member, [...input.keys()])}`
    faults.push(new UnknownField({ detail, source: { pointer: pointerTo('/meta', member) } }))
  }
  const { values, issues } = checkInput(input, given, `${type}.${name}`)
  throwCollected(issues.length === 0 ? faults : [...faults, inputError(action, issues)])
  return Object.fromEntries(values)
}

/** The error of issues whose pointers lead into the input, if they are about a member of it. */
export function inputError({ input }: OwnActionConfig, issues: readonly ValidationIssue[]): ValidationError {
  return new ValidationError(issues, ({ attribute, path = [] }) => ({
    pointer:
      attribute !== undefined && input.has(attribute) ? pointerTo('/meta', attribute, ...path) : undefined,
    meta: (own) => own,
  }))
}

/** The members that the document of an action may have. */
const MEMBERS: ReadonlySet<string> = new Set(['meta', 'jsonapi'])

function metaOf(body: unknown, faults: JsonapiError[]): JsonObject | undefined {
  const refuse = (detail: string, pointer?: string): undefined => {
    faults.push(new InvalidDocument({ detail, ...(pointer !== undefined && { source: { pointer } }) }))
    return undefined
  }
  if (body === undefined) {
    return refuse('The request has no body. An action requires at least { "meta": {} }.')
  }
  if (!isJsonObject(body)) return refuse('The body must be an object with the member "meta".', '')
  for (const member of Object.keys(body)) {
    if (MEMBERS.has(member) || member.startsWith('@')) continue
    refuse('The body of an action must contain only its input, in "meta".', pointerTo('', member))
  }
  const meta = ownMember(body, 'meta')
  if (meta === undefined) return refuse('The body has no "meta".', '')
  return isJsonObject(meta)
    ? meta
    : refuse('"meta" must be an object that contains the input of the action.', '/meta')
}
