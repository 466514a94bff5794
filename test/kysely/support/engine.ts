import { KyselyAdapter } from '@jsonapi-gen/kysely'
import { takeEngine } from '../../support/engine.js'
import { kyselyOf, poolOf } from './kysely-of.js'

takeEngine((located, { transaction, maxKeys }) => {
  located.db ??= kyselyOf(located, ({ query }) => located.onQuery.forEach((each) => each(query.sql)))
  const { timeout, lockTimeout } = transaction ?? {}
  return new KyselyAdapter(located.db, {
    ...poolOf(located.db),
    ...(maxKeys !== undefined && { maxKeys }),
    transaction: {
      ...(timeout !== undefined && { timeout }),
      ...(lockTimeout !== undefined && { lockTimeout }),
    },
  })
})
