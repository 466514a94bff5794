import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import type { Datamodel, ScalarField } from '../../src/prisma/datamodel.js'
import { isColumn } from '../../src/prisma/datamodel.js'
import { boundsOfColumn, columnType } from '../../src/prisma/infer/column-type.js'
import { OPERATORS } from '../../runtime/src/vocabulary/operators.js'
import type { ColumnsClient } from './databases.js'
import { prismaAdapter } from './facts.js'

type TypeName = Extract<NonNullable<Parameters<typeof Resource.attribute>[1]>, string>

/** The columns of the model Native, which are of the store's own types. */
export function nativeColumns(datamodel: Datamodel): readonly ScalarField[] {
  const fields = [...(datamodel.models.get('Native')?.fields.values() ?? [])]
  return fields.filter(isColumn).filter(({ name }) => name !== 'id')
}

/** A column's type, as a resource that says nothing of the store declares it. */
export const typeOf = (field: ScalarField, datamodel: Datamodel): TypeName => {
  const { kind, list, nullable } = columnType(field, datamodel).type
  return `${kind}${list ? '[]' : ''}${nullable ? '?' : ''}` as TypeName
}

/** Whether the store cannot compare a column at all, so that `createApi` refuses a filter of it. */
export const isIncomparable = ({ nativeType, type, isList }: ScalarField): boolean =>
  nativeType?.[0] === 'Xml' ||
  (nativeType?.[0] === 'Json' && isList) ||
  (nativeType?.[0] === 'Bit' && type === 'Bytes')

/** A resource over them that allows whatever their Prisma types allow: every operator, every stat. */
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
