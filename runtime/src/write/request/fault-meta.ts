import { SeveralErrors } from '../../error/errors.js'
import { JsonapiError } from '../../error/jsonapi-error.js'
import { isJsonObject, pointerSteps } from '../../value/json.js'
import type { WriteNode } from './node.js'
import { nestedMeta } from './issue-place.js'
import { WHOLE_RECORD } from '../../error/validation-error.js'

type Meta = Readonly<Record<string, unknown>>

/**
 * Gives an error that points into a write the `meta` that existing clients read (rule 13.2): the attribute, the
 * message, and for a nested record the relationships that lead to it. An error without a pointer, or with `meta` of its
 * own, stays as it is.
 *
 * @returns the same error
 */
export function withFaultMeta<Fault>(fault: Fault, nodes: readonly WriteNode[]): Fault {
  const causes: readonly unknown[] = fault instanceof SeveralErrors ? fault.causes : [fault]
  for (const cause of causes) {
    if (!(cause instanceof JsonapiError) || cause.meta !== undefined) continue
    const pointer = cause.source?.pointer
    if (pointer !== undefined) cause.meta = metaAt(pointerSteps(pointer), cause.message, nodes)
  }
  return fault
}

function metaAt(steps: readonly string[], message: string, nodes: readonly WriteNode[]): Meta {
  const [nearest] = nodes
    .flatMap((node) => {
      const above = node.place.pointer === undefined ? undefined : pointerSteps(node.place.pointer)
      return above && startsWith(steps, above) ? [{ node, depth: above.length }] : []
    })
    .toSorted((one, other) => other.depth - one.depth)
  if (!nearest) return { attribute: WHOLE_RECORD, message }
  return nestedMeta(nearest.node, ownMeta(nearest.node, steps.slice(nearest.depth), message))
}

/** The `meta` for a pointer below a record: to an attribute, the id, a relationship, or an entry of its linkage. */
function ownMeta({ place }: WriteNode, [member, name, ...below]: readonly string[], message: string): Meta {
  if (member === 'id') return { attribute: 'id', message }
  if (name === undefined || (member !== 'attributes' && member !== 'relationships')) {
    return { attribute: WHOLE_RECORD, message }
  }
  const entry = member === 'relationships' ? entryMeta(place.object, name, below) : undefined
  return entry
    ? { relationship: { name, ...entry, attribute: WHOLE_RECORD, message } }
    : { attribute: name, message }
}

/** The `meta` for a linkage entry that could not be read; undefined if the pointer leads to none. */
function entryMeta(object: unknown, name: string, [data, ...index]: readonly string[]): Meta | undefined {
  if (data !== 'data') return undefined
  const linkage = descend(object, ['relationships', name, 'data'])
  const entry = Array.isArray(linkage) ? linkage[Number(index[0])] : linkage
  if (!isJsonObject(entry)) return undefined
  const known = ['type', 'id', 'temp-id'].filter((member) => typeof descend(entry, [member]) === 'string')
  return Object.fromEntries(known.map((member) => [member, descend(entry, [member])]))
}

function descend(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (at, step) => (isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined),
    value,
  )
}

const startsWith = (steps: readonly string[], above: readonly string[]): boolean =>
  above.every((step, index) => steps[index] === step)
