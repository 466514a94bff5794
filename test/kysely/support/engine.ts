import { KyselyAdapter } from '@jsonapi-gen/kysely'
import type { StepResult, StoreStep } from '@jsonapi-gen/runtime/adapter'
import { type Located, takeEngine } from '../../support/engine.js'
import { kyselyOf, poolOf } from './kysely-of.js'

/** The adapter for tests that assign the keys of new records themselves, as `keyedClient` does on Prisma. */
const keyed = (filled: NonNullable<Located['filled']>): typeof KyselyAdapter<object> =>
  class extends KyselyAdapter<object> {
    override write(steps: readonly StoreStep[]): Promise<readonly StepResult[]> {
      return super.write(
        steps.map((step) =>
          step.kind === 'insert'
            ? { ...step, rows: step.rows.map((row) => filled(String(step.resource.model), row)) }
            : step,
        ),
      )
    }
  }

takeEngine((located, { transaction, maxKeys }) => {
  located.db ??= kyselyOf(
    located,
    ({ query }) => located.onQuery.forEach((each) => each(query.sql)),
    located.connections,
  )
  const { timeout, lockTimeout, bounds } = transaction ?? {}
  const Engine = located.filled ? keyed(located.filled) : KyselyAdapter
  return new Engine(located.db, {
    ...poolOf(located.db),
    ...(maxKeys !== undefined && { maxKeys }),
    transaction: {
      ...(timeout !== undefined && { timeout }),
      ...(bounds === 'pool' ? { bounds } : lockTimeout !== undefined && { lockTimeout }),
    },
  })
})
