import type { AttributeContract, ExtraFieldContract, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import { compareInputs } from './compare-inputs.js'
import { compareMembers } from './compare-members.js'
import { changesOfType, isMore, isSameValue, settingChange, type TypeChange } from './compare-values.js'
import { compareWho } from './compare-who.js'
import { finding, type Finding, type Rule } from './rules.js'
import type { BothWritten } from './written.js'

/** Compares a resource's attributes and extra fields, in responses and in writes. */
export function compareAttributes(
  type: string,
  base: ResourceContract,
  head: ResourceContract,
  written: BothWritten,
): readonly Finding[] {
  return [
    ...compareMembers(shown(base), shown(head), {
      removed: (name) => [
        finding('attribute-removed', `${type}.attributes.${name}`, 'Responses no longer contain it'),
      ],
      added: (name) => [finding('attribute-added', `${type}.attributes.${name}`, 'Responses now contain it')],
      both: (name, before, after) => compareShown(`${type}.attributes.${name}`, before, after),
    }),
    ...compareInputs(type, base, head, written),
    ...compareMembers(base.extraFields, head.extraFields, {
      removed: (name) => [
        finding('extra-field-removed', `${type}.extraFields.${name}`, 'It can no longer be requested'),
      ],
      added: (name) => [
        finding('extra-field-added', `${type}.extraFields.${name}`, 'It can now be requested'),
      ],
      both: (name, before, after) => compareAnswered(`${type}.extraFields.${name}`, before, after),
    }),
  ]
}

const shown = ({ attributes }: ResourceContract): Readonly<Record<string, AttributeContract>> =>
  Object.fromEntries(Object.entries(attributes).filter(([, { read }]) => read !== false))

function compareShown(place: string, base: AttributeContract, head: AttributeContract): readonly Finding[] {
  const found = [
    ...compareWho('attribute', place, base.read, head.read),
    ...compareAnswered(place, base, head),
  ]
  if (base.own !== head.own) {
    found.push(
      finding(
        'own-type-changed',
        place,
        `Its JSON type was ${base.own ?? 'any'} and is now ${head.own ?? 'any'}`,
        [base.own, head.own],
      ),
    )
  }
  for (const name of ['format', 'pattern'] as const) {
    if (base[name] === head[name]) continue
    const message = settingChange(name, base[name], head[name])
    found.push(finding('attribute-format-changed', place, message, [name, base[name], head[name]]))
  }
  const isServers = base.write === false && head.write === false
  if (isServers && !isSameValue([base, base.default], [head, head.default])) {
    const message = 'New records have a different default value'
    found.push(finding('input-default-changed', place, message, [base.default, head.default]))
  }
  return [...found, ...compareBounds(place, base, head)]
}

/** Clients may have reserved space for values within the old bound, but not for larger values. */
function compareBounds(place: string, base: AttributeContract, head: AttributeContract): readonly Finding[] {
  return (['minLength', 'minimum', 'maxLength', 'maximum'] as const).flatMap((name) => {
    const [before, after] = [base[name], head[name]]
    if (before === undefined) return []
    const isWider =
      after === undefined || (name.startsWith('min') ? isMore(before, after) : isMore(after, before))
    if (!isWider) return []
    const message = settingChange(name, before, after)
    return [finding('attribute-bounds-widened', place, message, [name, before, after])]
  })
}

/** Fewer possible values in a response are safe, because clients already handle all of them. */
function compareAnswered(
  place: string,
  base: ExtraFieldContract,
  head: ExtraFieldContract,
): readonly Finding[] {
  return changesOfType(base, head).map(({ what, told, values }) =>
    finding(ANSWERED[what], place, told, values),
  )
}

const ANSWERED: Readonly<Record<TypeChange['what'], Rule>> = {
  other: 'attribute-type-changed',
  wider: 'attribute-type-widened',
  narrower: 'attribute-never-null',
  nullable: 'attribute-nullable',
  'never-null': 'attribute-never-null',
  grew: 'enum-grew',
  shrank: 'enum-shrank',
}
