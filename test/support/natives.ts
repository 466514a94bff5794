import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import type { Datamodel, ScalarField } from '../../src/prisma/datamodel.js'
import { isColumn } from '../../src/prisma/datamodel.js'
import { boundsOfColumn, columnType } from '../../src/prisma/infer/column-type.js'
import { OPERATORS } from '../../runtime/src/vocabulary/operators.js'
import type { ColumnsClient } from './databases.js'
import { prismaAdapter } from './facts.js'

type TypeName = Extract<NonNullable<Parameters<typeof Resource.attribute>[1]>, string>

/** The columns of the model Native, which have the store's own types. */
export function nativeColumns(datamodel: Datamodel): readonly ScalarField[] {
  const fields = [...(datamodel.models.get('Native')?.fields.values() ?? [])]
  return fields.filter(isColumn).filter(({ name }) => name !== 'id')
}

/** The type of a column, as declared in a resource without facts about the store. */
export const typeOf = (field: ScalarField, datamodel: Datamodel): TypeName => {
  const { kind, list, nullable } = columnType(field, datamodel).type
  return `${kind}${list ? '[]' : ''}${nullable ? '?' : ''}` as TypeName
}

/** Whether the store cannot compare a column, so that `createApi` rejects a filter on it. */
export const isIncomparable = ({ nativeType, type, isList }: ScalarField): boolean =>
  nativeType?.[0] === 'Xml' ||
  (nativeType?.[0] === 'Json' && isList) ||
  (nativeType?.[0] === 'Bit' && type === 'Bytes')

/** A resource over these columns that allows every operator and stat of their Prisma types. */
export function nativeResource(
  prisma: ColumnsClient,
  datamodel: Datamodel,
  adapter: Adapter = prismaAdapter(prisma),
): ResourceClass {
  return class extends Resource {
    static {
      this.type('natives')
      this.model('Native')
      this.id('integer')
      this.useAdapter(adapter)
      for (const field of nativeColumns(datamodel)) {
        this.attribute(field.name, {
          type: typeOf(field, datamodel),
          required: false,
          ...boundsOfColumn(field),
        })
        if (!isIncomparable(field)) this.allowFilter(field.name, { operators: OPERATORS })
        this.allowStat({ [field.name]: ['count', 'sum', 'average', 'maximum', 'minimum'] })
      }
    }
  }
}
