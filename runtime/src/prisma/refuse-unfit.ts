import type { AdapterResource } from '../adapter/adapter-resource.js'
import type { Datamodel } from '../adapter/datamodel.js'
import { coarseMoments, scalesOf, timesOfDay, wholeDigitsOf } from './columns.js'
import { ofModel } from './of-model.js'
import { storedTypesOf } from './stored-types.js'
import { refuseCoarseKeys, refuseLostDays } from './refused-times.js'
import {
  refuseMisfits,
  refuseMisreadYears,
  refuseMissing,
  refuseRounded,
  refuseTooGreat,
} from './refused-values.js'

/**
 * Refuses values that Prisma would refuse with a worse error, or would read back changed.
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
  refuseCoarseKeys(datamodel, parameters, resource)
  if (!isInexact) refuseTooGreat(datamodel, parameters, resource)
}

/** The columns of a model that cannot keep all values of their type. */
const demandingColumns = ofModel(
  ({ name }, datamodel) =>
    new Set(
      [scalesOf, timesOfDay, coarseMoments, wholeDigitsOf, storedTypesOf].flatMap((facts) => [
        ...facts(datamodel, name).keys(),
      ]),
    ),
)
