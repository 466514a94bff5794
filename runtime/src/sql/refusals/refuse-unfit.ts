import { memberOf } from '../../base/cast.js'
import type { AdapterResource } from '../../adapter/adapter-resource.js'
import type { Datamodel } from '../../datamodel/datamodel.js'
import { coarseMoments, lengthsOf, scalesOf, singleFloats, timesOfDay, wholeDigitsOf } from '../columns.js'
import { shortestSingle } from '../single-float.js'
import { ofModel } from '../../datamodel/cache-by-model.js'
import { storedTypesOf } from '../../datamodel/stored-types.js'
import {
  refuseMisfits,
  refuseMisreadYears,
  refuseMissing,
  refuseRounded,
  refuseTooGreat,
  RefusedValues,
} from './refused-values.js'

/**
 * Rejects values that Prisma would reject with a less helpful error, or would not read back as written.
 *
 * Throws RefusedValues.
 */
export function refuseUnfit(
  datamodel: Datamodel,
  parameters: Readonly<Record<string, unknown>>,
  resource: AdapterResource,
  provider: string,
): void {
  refuseMissing(datamodel, parameters, resource)
  if (provider === 'mysql') refuseMisreadYears(datamodel, parameters, resource)
  const demanding = demandingColumns(datamodel, String(resource.model))
  if (!Object.keys(parameters).some((column) => demanding.has(column))) return
  const isInexact = provider === 'sqlite'
  refuseRounded(datamodel, parameters, resource, isInexact)
  refuseLostDays(datamodel, parameters, resource)
  refuseMisfits(datamodel, parameters, resource)
  refuseLostFractions(datamodel, parameters, resource)
  refuseLongDigits(datamodel, parameters, resource)
  refuseLongTexts(datamodel, parameters, resource)
  if (!isInexact) refuseTooGreat(datamodel, parameters, resource)
}

/** The columns of a model that cannot keep all values of their type. */
const demandingColumns = ofModel(
  ({ name }, datamodel) =>
    new Set(
      [scalesOf, timesOfDay, coarseMoments, wholeDigitsOf, storedTypesOf, lengthsOf, singleFloats].flatMap(
        (facts) => [...facts(datamodel, name).keys()],
      ),
    ),
)

/**
 * Refuses a moment that a time-of-day column (`@db.Time`) cannot keep: Prisma silently drops any day except 1 January
 * 1970, and the store drops digits that the column does not have (rule 18.10).
 *
 * Throws RefusedValues.
 */
function refuseLostDays(
  datamodel: Datamodel,
  parameters: Readonly<Record<string, unknown>>,
  { model }: AdapterResource,
): void {
  for (const [name, digits] of timesOfDay(datamodel, String(model))) {
    for (const value of [memberOf(parameters, name)].flat()) {
      if (!(value instanceof Date)) continue
      const time = value.getTime()
      if (time < 0 || time >= A_DAY) throw new RefusedValues('outOfRange', [name])
      if (time % 10 ** Math.max(0, 3 - digits) !== 0) throw new RefusedValues('tooPrecise', [name])
    }
  }
}

/**
 * Rejects a moment with more digits than its column stores (`@db.DateTime(0)`), because the store would truncate or
 * round it.
 *
 * Throws RefusedValues.
 */
function refuseLostFractions(
  datamodel: Datamodel,
  parameters: Readonly<Record<string, unknown>>,
  { model }: AdapterResource,
): void {
  for (const [name, digits] of coarseMoments(datamodel, String(model))) {
    for (const value of [memberOf(parameters, name)].flat()) {
      if (value instanceof Date && value.getTime() % 10 ** (3 - digits) !== 0) {
        throw new RefusedValues('tooPrecise', [name])
      }
    }
  }
}

/**
 * Rejects a number with more digits than a four-byte float can store (rule 18.10).
 *
 * Throws RefusedValues.
 */
function refuseLongDigits(
  datamodel: Datamodel,
  parameters: Readonly<Record<string, unknown>>,
  { model }: AdapterResource,
): void {
  for (const name of singleFloats(datamodel, String(model))) {
    for (const value of [parameters[name]].flat()) {
      if (value !== null && value !== undefined && shortestSingle(Number(value)) !== Number(value)) {
        throw new RefusedValues('tooPrecise', [name])
      }
    }
  }
}

/**
 * Rejects a string with more characters than its column allows.
 *
 * Throws RefusedValues.
 */
function refuseLongTexts(
  datamodel: Datamodel,
  parameters: Readonly<Record<string, unknown>>,
  { model }: AdapterResource,
): void {
  for (const [name, length] of lengthsOf(datamodel, String(model))) {
    for (const value of [parameters[name]].flat()) {
      // A character beyond U+FFFF has two code units.
      if (typeof value === 'string' && value.length > length && [...value].length > length) {
        throw new RefusedValues('tooLong', [name])
      }
    }
  }
}

const A_DAY = 24 * 60 * 60 * 1000
