import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import type { DeclaredResource } from '../../schema/declared.js'
import { isColumn, type Field, type Model } from '../datamodel.js'

/** The types that Prisma Client 7 decodes only after it has read the row's member `constructor`. */
const DECODED: readonly string[] = ['DateTime', 'Decimal', 'BigInt', 'Bytes', 'Json']

/**
 * A relation that makes a Prisma Client return a row's dates, decimals and other values undecoded, so no response can
 * show them: it is called `constructor` and is to-many. A to-one relation would have this effect only if it were
 * included, which never happens. For a column with that name, the adapter decodes the row's other values itself.
 */
export function misreadFor({ fields }: Model): Field | undefined {
  const field = fields.get('constructor')
  const isRead = field !== undefined && !isColumn(field) && field.isList
  const isDecoded = [...fields.values()].some((each) => isColumn(each) && DECODED.includes(each.type))
  return isRead && isDecoded ? field : undefined
}

/** The operators in Prisma's conditions. */
const OPERATORS: readonly string[] = ['AND', 'OR', 'NOT']

/**
 * A field that Prisma reads instead of the operator with the same name. Conditions with that operator then fail,
 * including filter groups, negations, scopes and cursor pages.
 */
export function fieldLikeOperator({ fields }: Model): Field | undefined {
  return [...fields.values()].find(({ name }) => OPERATORS.includes(name))
}

/**
 * A relation that makes calls of a Prisma Client hang: it is called `then`. The result of an operation on one record
 * has a method for each relation, and `await` calls the method with that name.
 */
export function endlessRelation({ fields }: Model): Field | undefined {
  const field = fields.get('then')
  return field?.kind === 'relation' ? field : undefined
}

/** Whether Prisma can read and write a model's rows. If it cannot, reports the model (JG514, JG516). */
export function canBeRead({ type, model: named }: DeclaredResource, model: Model, report: Report): boolean {
  const at = named?.at ?? type.at
  const misread = misreadFor(model)
  if (misread) {
    const message = `Model ${quoted(model.name)} is omitted: if its relation "constructor" has records, Prisma misreads the dates, decimals, bigints, bytes and JSON of the row`
    report.add('JG514', at, message, {
      related: [{ at: misread.at, message: 'the relation is here' }],
      help: 'rename the relation',
    })
  }
  const like = fieldLikeOperator(model)
  if (like) {
    const message = `Model ${quoted(model.name)} is omitted: in conditions, Prisma mistakes the operator ${like.name} for the field with the same name`
    report.add('JG514', at, message, {
      related: [{ at: like.at, message: 'the field is here' }],
      help: `rename the field, and keep the column: ${like.name.toLowerCase()}Value … @map(${quoted(like.name)})`,
    })
  }
  const endless = endlessRelation(model)
  if (endless) {
    const message = `Model ${quoted(model.name)} is omitted: because of its relation "then", Prisma's operations on its records never finish`
    report.add('JG516', at, message, {
      related: [{ at: endless.at, message: 'the relation is here' }],
      help: 'rename the relation; its columns do not change',
    })
  }
  return !misread && !like && !endless
}
