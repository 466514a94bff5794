import type { AdapterResource } from '../adapter/adapter.js'
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
 * Refuses what Prisma would refuse in other words, or read back as something else.
 *
 * Throws RefusedValues.
 */
export function refuseUnfit(
  client: object,
  parameters: Readonly<Record<string, unknown>>,
  resource: AdapterResource,
  provider: string,
): void {
  refuseMissing(client, parameters, resource)
  if (provider === 'mysql') refuseMisreadYears(client, parameters, resource)
  const demanding = demandingColumns(client, String(resource.model))
  if (!Object.keys(parameters).some((column) => demanding.has(column))) return
  const isInexact = provider === 'sqlite'
  refuseRounded(client, parameters, resource, isInexact)
  refuseLostDays(client, parameters, resource)
  refuseMisfits(client, parameters, resource)
  refuseCoarseKeys(client, parameters, resource)
  if (!isInexact) refuseTooGreat(client, parameters, resource)
}

/** The columns of a model that keep less of a value than its type has. */
const demandingColumns = ofModel(
  (client, model) =>
    new Set(
      [scalesOf, timesOfDay, coarseMoments, wholeDigitsOf, storedTypesOf].flatMap((facts) => [
        ...facts(client, model).keys(),
      ]),
    ),
)
