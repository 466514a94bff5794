import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import type { DeclaredResource } from '../../schema/declared.js'
import { isColumn, type Field, type Model } from '../datamodel.js'

/** What a Prisma Client 7 makes of its JSON after it has looked at the member `constructor` of the row. */
const DECODED: readonly string[] = ['DateTime', 'Decimal', 'BigInt', 'Bytes', 'Json']

/**
 * The field for which a Prisma Client returns the dates, decimals and such of a row as they came, which no answer can show:
 * it is called `constructor`, and has a value. A relation to one does so only where it is included, which is never done.
 */
export function misreadFor({ fields }: Model): Field | undefined {
  const field = fields.get('constructor')
  const isRead = isColumn(field) || field?.isList === true
  const isDecoded = [...fields.values()].some((each) => isColumn(each) && DECODED.includes(each.type))
  return isRead && isDecoded ? field : undefined
}

/** Whether the rows of a model can be read; where they cannot, that is reported (JG514). */
export function canBeRead({ type, model: named }: DeclaredResource, model: Model, report: Report): boolean {
  const field = misreadFor(model)
  if (!field) return true
  const message = `Model ${quoted(model.name)} is left out: where its field "constructor" has a value, Prisma misreads the dates, decimals, bigints, bytes and JSON of the row`
  report.add('JG514', named?.at ?? type.at, message, {
    related: [{ at: field.at, message: 'the field is here' }],
    help: isColumn(field)
      ? 'rename the field, and keep the column: constructorName … @map("constructor")'
      : 'rename the relation',
  })
  return false
}
