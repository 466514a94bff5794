import { quoted } from '../../diagnostic/words.js'
import type { DeclaredSideload } from '../../schema/declared.js'
import { located } from '../../source/source.js'
import type { Model } from '../datamodel.js'
import type { Inferring } from './context.js'

/**
 * The join of a many-to-many that has a model of its own: a relation of the related model to a join model which belongs
 * to this one, and the key by which it does. Undefined, and reported where several would do (JG507).
 */
export function joinThrough(declared: DeclaredSideload, inferring: Inferring): DeclaredSideload['through'] {
  const { ofModel, resources, datamodel, model, report } = inferring
  const target = resources.get(declared.resource?.value ?? '')
  const related = [...ofModel].find(([, list]) => target !== undefined && list.includes(target))?.[0]
  const other = datamodel.models.get(related ?? '')
  const found = other ? joinsBetween(other, model, inferring) : []
  const [first, second] = found
  if (first && second) {
    const names = found.map(({ relation }) => quoted(relation)).join(' and ')
    report.add(
      'JG507',
      declared.name.at,
      `${quoted(declared.name.value)} could go through ${names}: name one`,
      {
        help: `write foreignKey: { ${first.relation}: ${first.key} }`,
      },
    )
  }
  return first && { relation: located(first.relation, first.at), key: located(first.key, first.at) }
}

interface Join {
  readonly relation: string
  readonly key: string
  readonly at: Model['at']
}

function joinsBetween(other: Model, model: Model, { datamodel }: Inferring): readonly Join[] {
  return [...other.fields.values()].flatMap((field): Join[] => {
    const join = field.kind === 'relation' && field.isList ? datamodel.models.get(field.model) : undefined
    const back = [...(join?.fields.values() ?? [])].find(
      (each) => each.kind === 'relation' && each.model === model.name && each.fields.length === 1,
    )
    const key = back?.kind === 'relation' ? back.fields[0] : undefined
    return key === undefined || join === model ? [] : [{ relation: field.name, key, at: field.at }]
  })
}
