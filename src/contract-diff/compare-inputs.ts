import {
  type AttributeContract,
  compareDecimals,
  type DecimalDigits,
  type ResourceContract,
} from '@jsonapi-gen/runtime/vocabulary'
import { compareMembers } from './compare-members.js'
import { changesOfInput, isMore, isSameValue, settingChange } from './compare-values.js'
import { compareWho } from './compare-who.js'
import { finding, type Finding } from './rules.js'
import { isTaken, type BothWritten } from './written.js'

/**
 * Compares the inputs of a resource's creates and updates. A member that no request could write before is not a changed
 * input.
 */
export function compareInputs(
  type: string,
  base: ResourceContract,
  head: ResourceContract,
  by: BothWritten,
): readonly Finding[] {
  const at = (name: string): string => `${type}.attributes.${name}`
  return compareMembers(written(base), written(head), {
    removed: (name, before) =>
      isTaken(by.base, before) ? [finding('input-removed', at(name), 'Writes no longer accept it')] : [],
    added(name, now) {
      if (!isTaken(by.base, now) || !isTaken(by.head, now)) return []
      return now.required && by.base.isCreated && by.head.isCreated
        ? [finding('input-required', at(name), 'A create request must contain it', ['new'])]
        : [finding('input-added', at(name), 'Writes now accept it')]
    },
    both: (name, before, now) =>
      isTaken(by.base, before) ? compareInput(at(name), before, now, by.base.isCreated) : [],
  })
}

const written = ({ attributes }: ResourceContract): Readonly<Record<string, AttributeContract>> =>
  Object.fromEntries(Object.entries(attributes).filter(([, { write }]) => write !== false))

/** Compares one member of an input: an attribute in writes, or a member of a custom action's input. */
export function compareInput(
  place: string,
  base: AttributeContract,
  head: AttributeContract,
  isCreatable: boolean,
): readonly Finding[] {
  const found = [...compareWho('input', place, base.write, head.write)]
  const on = ['writeOn', base.writeOn, head.writeOn]
  if (base.writeOn !== head.writeOn) {
    if (base.writeOn === undefined || head.writeOn !== undefined) {
      found.push(finding('input-narrowed', place, `Now only ${aWrite(head.writeOn)} accepts it`, on))
    } else {
      found.push(finding('input-widened', place, 'Create and update requests now accept it', on))
    }
  }
  if (base.required !== head.required) {
    if (!head.required) found.push(finding('input-optional', place, 'It is now optional'))
    else if (isCreatable) found.push(finding('input-required', place, 'It is now required'))
  }
  for (const { what, told, values } of changesOfInput(base, head)) {
    const isLess = what === 'other' || what === 'narrower' || what === 'never-null' || what === 'shrank'
    found.push(finding(isLess ? 'input-narrowed' : 'input-widened', place, told, values))
  }
  if (
    isCreatable &&
    isLeftOut(base) &&
    isLeftOut(head) &&
    !isSameValue([base, base.default], [head, head.default])
  ) {
    found.push(
      finding('input-default-changed', place, 'Its default value has changed', [base.default, head.default]),
    )
  }
  return [...found, ...compareConstraints(place, base, head)]
}

/** Whether a create may omit the member. If a guard may hide the member, not every client must send it. */
const isLeftOut = ({ required, write }: AttributeContract): boolean => !required || write !== true

const aWrite = (on: 'create' | 'update' | undefined): string =>
  on === 'update' ? 'an update request' : 'a create request'

/** Whether two bounds are the same number, such as `1000` and `1000.00`. */
const isSameBound = (one: number | string | undefined, other: number | string | undefined): boolean =>
  one === other || compareDecimals(String(one), String(other)) === 0

/** A new or tighter constraint rejects values that were accepted before. */
function compareConstraints(
  place: string,
  base: AttributeContract,
  head: AttributeContract,
): readonly Finding[] {
  const found: Finding[] = []
  for (const name of ['minLength', 'minimum', 'maxLength', 'maximum'] as const) {
    const [before, after] = [base[name], head[name]]
    if (isSameBound(before, after)) continue
    const isLower = name.startsWith('min')
    const isTighter =
      after !== undefined &&
      (before === undefined || (isLower ? isMore(after, before) : isMore(before, after)))
    found.push(
      finding(isTighter ? 'input-narrowed' : 'input-widened', place, settingChange(name, before, after), [
        name,
        before,
        after,
      ]),
    )
  }
  const [kept, keeps] = [base.digits, head.digits]
  // If the type also changed, the finding about the type covers this.
  if (base.type === head.type && (kept?.whole !== keeps?.whole || kept?.places !== keeps?.places)) {
    const isFewer =
      (keeps?.whole ?? Infinity) < (kept?.whole ?? Infinity) ||
      (keeps?.places ?? Infinity) < (kept?.places ?? Infinity)
    const told = `Its column used to store ${inDigits(kept)}; it now stores ${inDigits(keeps)}`
    found.push(finding(isFewer ? 'input-narrowed' : 'input-widened', place, told, ['digits', kept, keeps]))
  }
  for (const name of ['pattern', 'format'] as const) {
    const [before, after] = [base[name], head[name]]
    if (before === after) continue
    found.push(
      finding(
        after === undefined ? 'input-widened' : 'input-narrowed',
        place,
        settingChange(name, before, after),
        [name, before, after],
      ),
    )
  }
  return found
}

function inDigits(digits: DecimalDigits | undefined): string {
  if (!digits) return 'all digits'
  return `${digits.whole ?? 'all'} digits before the decimal point and ${digits.places} after it`
}
