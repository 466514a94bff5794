import { quoted } from '../../diagnostic/words.js'
import type { DeclaredSideload } from '../../schema/declared.js'
import { keysOf } from '../../schema/check/columns.js'
import { located } from '../../source/source.js'
import { isColumn, type RelationField, type ScalarField } from '../datamodel.js'
import type { Inferring } from './context.js'

/**
 * Gives a sideload the facts from its columns: whether it may be null, and which columns of its key a create must
 * fill. Only a relation in the model guarantees that a key's record exists. Contradictions in the schema are reported
 * (JG506).
 */
export function withNullability(
  declared: DeclaredSideload,
  relation: RelationField | undefined,
  { model, report }: Inferring,
): DeclaredSideload {
  const columns = keysOf(declared).flatMap((name) => {
    const field = model.fields.get(name)
    return isColumn(field) ? [field] : []
  })
  const { name, nullable, required } = declared
  if (columns.length === 0) return declared
  const known = relation ? !relation.isRequired : columns.every(({ isRequired }) => !isRequired)
  if (nullable && nullable.value !== known) {
    const said = nullable.value ? 'nullable' : 'never null'
    const shown = known ? 'nullable' : 'never null'
    const message = `${quoted(name.value)} is ${said} here, but its key is ${shown} in model ${quoted(model.name)}`
    report.add('JG506', nullable.at, message, {
      related: [{ at: (relation ?? columns[0] ?? model).at, message: 'the key is here' }],
    })
  }
  const isNullable = nullable ?? located(known || isLoose(declared, relation), name.at)
  const neverNull = columns.filter(({ isRequired }) => isRequired)
  const needed = required?.value ? columns : neverNull.filter(isNeeded)
  const isRequired = needed.length > 0 && (!known || neverNull.length === columns.length)
  return {
    ...declared,
    nullable: isNullable,
    required: required ?? (isRequired ? located(true, name.at) : undefined),
    neverNull: neverNull.map(nameOf),
    needed: needed.map(nameOf),
  }
}

/** Whether a key may name a record that no longer exists, because no relation in the model uses the key. */
const isLoose = ({ kind }: DeclaredSideload, relation: RelationField | undefined): boolean =>
  kind?.value === 'belongsTo' && relation === undefined

const isNeeded = ({ default: preset }: ScalarField): boolean => preset.kind === 'none'

const nameOf = ({ name }: ScalarField): string => name
