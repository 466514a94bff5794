import { type IdKind, isIdKind, isKeyKind, type KeyKind, type Kind } from '@jsonapi-gen/runtime/vocabulary'
import type { DeclaredAttribute, DeclaredType } from '../../schema/declared.js'
import type { StoredType } from '../../schema/types.js'
import type { Located } from '../../source/source.js'
import type { Datamodel, ScalarField } from '../datamodel.js'

/** A column's type as a schema names it, at the column's location. */
export function columnType(
  field: ScalarField,
  datamodel: Datamodel,
): Required<Pick<DeclaredAttribute, 'type' | 'values'>> & { readonly type: DeclaredType } {
  const kind = kindOfColumn(field)
  const values = datamodel.enums.get(field.type)?.map((value): Located<string> => ({ value, at: field.at }))
  const stored = storedTypeOf(field, datamodel.provider)
  return {
    type: {
      kind,
      list: field.isList,
      nullable: !field.isRequired,
      at: field.at,
      ...(stored !== undefined && { stored }),
    },
    values: kind === 'enum' ? (values ?? []) : undefined,
  }
}

/** The limits of a column with a native database type, compared with Prisma's type (rule 23.12). */
function storedTypeOf({ type, nativeType, isList }: ScalarField, provider = ''): StoredType | undefined {
  const [name] = nativeType ?? []
  switch (name) {
    case 'Inet':
      return 'inet'
    case 'VarBit':
      return 'bits'
    case 'Bit':
      if (type === 'String') return 'bits'
      return provider === 'mysql' && type === 'Bytes' ? 'incomparable' : undefined
    case 'Oid':
      return 'oid'
    case 'Char':
      return provider.startsWith('postgres') && type === 'String' ? 'padded' : undefined
    case 'Money':
      return provider.startsWith('postgres') ? 'money' : undefined
    case 'Json':
      return provider.startsWith('postgres') && isList ? 'incomparable' : undefined
    case 'Xml':
    case 'Image':
      return 'incomparable'
    case 'NText':
      return 'longText'
    case 'Text':
      return provider === 'sqlserver' ? 'longText' : undefined
    default:
      return undefined
  }
}

/** The type of an id that is simply the text of the column's values; undefined for any other id. */
export function idTypeOfColumn(field: ScalarField): IdKind | undefined {
  const kind = kindOfColumn(field)
  return isIdKind(kind) ? kind : undefined
}

/** A column's type as an id or part of one; undefined if the type does not allow that. */
export function keyTypeOfColumn(field: ScalarField): KeyKind | undefined {
  const kind = kindOfColumn(field)
  return isKeyKind(kind) && !field.isList ? kind : undefined
}

/** The type of a column in messages, as Prisma writes it. */
export function describeColumn({ type, isList, isRequired }: ScalarField): string {
  return `${type}${isList ? '[]' : isRequired ? '' : '?'}`
}

/** The length limit of the database's type: 200 for `@db.VarChar(200)`. */
export function lengthLimit({ nativeType }: ScalarField): number | undefined {
  const [name, [length] = []] = nativeType ?? ['']
  return /^N?(?:Var)?Char$/.test(name) && length !== undefined && /^\d+$/.test(length)
    ? Number(length)
    : undefined
}

/** The bounds of the database's type, if they differ from the bounds of Prisma's type. */
export function boundsOfColumn({
  nativeType,
}: ScalarField): Readonly<Partial<Record<'minimum' | 'maximum', number>>> {
  return nativeType?.[0] === 'Oid' ? { minimum: 0, maximum: 2 ** 32 - 1 } : {}
}

function kindOfColumn({ kind, type, nativeType, default: preset }: ScalarField): Kind {
  if (kind === 'enum') return kind
  switch (type) {
    case 'Int':
      return 'integer'
    case 'BigInt':
      return 'bigint'
    case 'Float':
      return 'float'
    case 'Decimal':
      return 'decimal'
    case 'Boolean':
      return 'boolean'
    case 'DateTime':
      return nativeType?.[0] === 'Date' ? 'date' : 'datetime'
    case 'Json':
      return 'json'
    case 'Bytes':
      return 'bytes'
    case 'String': {
      const isUuid = nativeType?.[0] === 'Uuid' || (preset.kind === 'store' && preset.generator === 'uuid')
      return isUuid ? 'uuid' : 'string'
    }
    default:
      throw new Error(`This generator does not support the Prisma type ${type}`)
  }
}
