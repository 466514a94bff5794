import { KyselyAdapter } from '@jsonapi-gen/kysely'
import { datamodelOf } from '@jsonapi-gen/runtime/adapter'
import { takeEngine } from '../../support/engine.js'
import { kyselyOf, poolOf } from './kysely-of.js'
import { takePrismaWhere } from './prisma-where.js'

takeEngine((located, { transaction, maxKeys }, facts) => {
  located.db ??= kyselyOf(located)
  takePrismaWhere(datamodelOf([facts]))
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
