import type { AdapterResource } from '../adapter/adapter.js'
import { refuseCoarseKeys, refuseLostDays } from './refused-times.js'
import { refuseMisreadYears, refuseMissing, refuseRounded, refuseTooGreat } from './refused-values.js'

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
  const isInexact = provider === 'sqlite'
  refuseMissing(client, parameters, resource)
  refuseRounded(client, parameters, resource, isInexact)
  refuseLostDays(client, parameters, resource)
  refuseCoarseKeys(client, parameters, resource)
  if (!isInexact) refuseTooGreat(client, parameters, resource)
  if (provider === 'mysql') refuseMisreadYears(client, parameters, resource)
}
