import { listed, quoted } from '../../diagnostic/words.js'
import type { DeclaredResource } from '../../schema/declared.js'
import { foreignKeysOf, type Model } from '../datamodel.js'

/**
 * The ways to fix creates that lack columns (rule 20.27). A foreign key's column is filled through its relationship.
 */
export function waysToFill(missing: readonly string[], resource: DeclaredResource, model: Model): string {
  const keys = foreignKeysOf(model)
  const columns = missing.filter((name) => !keys.has(name))
  const relationships = relationshipsOver(
    missing.filter((name) => keys.has(name)),
    resource,
    model,
  )
  if (relationships.length === 0) {
    return 'declare each as an attribute, with { readable: false, writable: false, required: false } if your code sets it'
  }
  const give = `let create requests set ${listed(relationships.map(quoted))}`
  const ways =
    columns.length === 0 ? give : `declare ${listed(columns.map(quoted))} as an attribute and ${give}`
  const attribute =
    columns.length === 0 ? '' : '{ readable: false, writable: false, required: false } on the attribute and '
  return `${ways}; if your code fills it in, write ${attribute}{ writable: false, required: false } on the relationship`
}

function relationshipsOver(
  columns: readonly string[],
  { sideloads }: DeclaredResource,
  { fields }: Model,
): readonly string[] {
  const over = [...fields.values()].filter(
    (field) => field.kind === 'relation' && field.fields.some((name) => columns.includes(name)),
  )
  return over.map(
    ({ name }) => sideloads.find((each) => (each.relation ?? each.name).value === name)?.name.value ?? name,
  )
}
