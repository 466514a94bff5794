import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import type { DeclaredResource } from '../../schema/declared.js'
import { isColumn, type Field, type Model } from '../datamodel.js'

/** The types that a Prisma Client 7 decodes only after it has read the member `constructor` of the row. */
const DECODED: readonly string[] = ['DateTime', 'Decimal', 'BigInt', 'Bytes', 'Json']

/**
 * A relation that makes a Prisma Client return the dates, decimals and other values of a row undecoded, so that no
 * response can show them: it is called `constructor` and is to-many. A to-one relation has this effect only if it is
 * included, which is never done, and the values beside a column of that name are decoded by the adapter.
 */
export function misreadFor({ fields }: Model): Field | undefined {
  const field = fields.get('constructor')
  const isRead = field !== undefined && !isColumn(field) && field.isList
  const isDecoded = [...fields.values()].some((each) => isColumn(each) && DECODED.includes(each.type))
  return isRead && isDecoded ? field : undefined
}

/**
 * A relation that makes calls of a Prisma Client hang: it is called `then`. The result of an operation on one record
 * has a method for each relation, and `await` calls the method of that name.
 */
export function endlessRelation({ fields }: Model): Field | undefined {
  const field = fields.get('then')
  return field?.kind === 'relation' ? field : undefined
}

/** Whether the rows of a model can be read and written; if not, that is reported (JG514, JG516). */
export function canBeRead({ type, model: named }: DeclaredResource, model: Model, report: Report): boolean {
  const at = named?.at ?? type.at
  const misread = misreadFor(model)
  if (misread) {
    const message = `Model ${quoted(model.name)} is left out: if its relation "constructor" has records, Prisma misreads the dates, decimals, bigints, bytes and JSON of the row`
    report.add('JG514', at, message, {
      related: [{ at: misread.at, message: 'the relation is here' }],
      help: 'rename the relation',
    })
  }
  const endless = endlessRelation(model)
  if (endless) {
    const message = `Model ${quoted(model.name)} is left out: because of its relation "then", Prisma's operations on its records never end`
    report.add('JG516', at, message, {
      related: [{ at: endless.at, message: 'the relation is here' }],
      help: 'rename the relation; its columns stay as they are',
    })
  }
  return !misread && !endless
}
