import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { partModels } from '../../../scripts/lib/parts.js'
import type { Datamodel } from '../../../src/prisma/datamodel.js'
import { isColumn } from '../../../src/prisma/datamodel.js'
import { keyTypeOfColumn } from '../../../src/prisma/infer/column-type.js'
import { isIdKind, type KeyKind } from '../../../runtime/src/vocabulary/values/type.js'

/** A key type with its values as they appear in a body, in the store's sort order. */
export interface PartType {
  readonly name: string
  readonly kind: KeyKind
  readonly values: readonly unknown[]
}

const MOMENTS = ['1999-12-31T23:59:59.000Z', '2024-02-29T12:00:00.000Z', '2024-02-29T12:00:01.000Z']

/** Values of each type in scripts/lib/parts.js, in the store's sort order. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  text: ['apple', 'banana', 'cherry'],
  varchar: ['a1', 'b2', 'c 3~'],
  char: ['ab', 'abc', 'abcd'],
  uuid: [
    '00000000-0000-4000-8000-00000000000a',
    '3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55',
    'ffffffff-96a4-4f7e-8b1f-0a4f2f9a6c55',
  ],
  inet: ['10.0.0.1', '10.0.0.2', '2001:db8::1'],
  bits: ['0001', '0010', '1000'],
  varbits: ['0', '01', '1'],
  integer: [-5, 2, 17],
  small: [-5, 2, 17],
  tiny: [-5, 2, 17],
  medium: [-5, 2, 17],
  unsigned: [0, 2, 17],
  oid: [1, 2, 17],
  year: [1990, 2024, 2025],
  bigint: ['-5', '9007199254740993', '9223372036854775807'],
  unsignedBigint: ['1', '9007199254740993', '9223372036854775807'],
  flag: [false, true],
  moment: ['1999-12-31T23:59:59.999Z', '2024-02-29T12:00:00.000Z', '2024-02-29T12:00:00.001Z'],
  zoned: ['1999-12-31T23:59:59.999Z', '2024-02-29T12:00:00.000Z', '2024-02-29T12:00:00.001Z'],
  fine: ['1999-12-31T23:59:59.999Z', '2024-02-29T12:00:00.000Z', '2024-02-29T12:00:00.001Z'],
  second: MOMENTS,
  date: ['0999-12-31', '2024-02-29', '9999-12-31'],
  time: ['1970-01-01T00:00:00.000Z', '1970-01-01T10:30:00.500Z', '1970-01-01T23:59:59.999Z'],
  decimal: ['-12.5', '0.1', '1000.25'],
  price: ['-12.5', '0.1', '1000.25'],
  money: ['-12.5', '0.1', '1000.25'],
  bytes: ['AAECAw==', 'AQIDBA==', '//79/A=='],
  binary: ['AAECAw==', 'AQIDBA==', '//79/A=='],
  color: ['blue', 'green', 'red'],
}

/** The key types in a datamodel from scripts/lib/parts.js, by name. */
export function partsOf(names: readonly string[], { models }: Datamodel): ReadonlyMap<string, PartType> {
  const types = names.map((name): readonly [string, PartType] => {
    const column = models.get(partModels(name).solo)?.fields.get('part')
    const kind = isColumn(column) ? keyTypeOfColumn(column) : undefined
    const values = VALUES[name]
    if (!kind || !values) throw new Error(`${name} is no type of a key, or has no values.`)
    return [name, { name, kind, values }]
  })
  return new Map(types)
}

/** Whether an id with only this column is simply the column's value as text. */
export const isPlain = ({ kind }: PartType): boolean => isIdKind(kind)

const KEY_OF_ONE = { column: 'part', clientIds: 'required' } as const

/** The resources of a key type: solos, pairs and uses, with all parameters that refer to their keys. */
export function partResources(
  { name, kind }: PartType,
  adapter: Adapter,
): Readonly<Record<string, ResourceClass>> {
  const models = partModels(name)
  const type = kind === 'enum' ? ({ enum: ['blue', 'green', 'red'] } as const) : kind
  abstract class Kept extends Resource {
    static {
      this.useAdapter(adapter)
    }
  }
  class Solos extends Kept {
    static {
      this.type('solos')
      this.model(models.solo)
      if (isIdKind(kind)) {
        this.id(kind, KEY_OF_ONE)
      } else {
        this.id({ part: type })
        this.attribute('part', type)
      }
      this.attribute('note', 'string')
      this.allowFilter('id')
      this.hasMany('uses', { resource: 'uses', foreignKey: 'lone' })
    }
  }
  class Pairs extends Kept {
    static {
      this.type('pairs')
      this.model(models.pair)
      this.id({ part: type, seq: 'integer' })
      this.attribute('part', type)
      this.attribute('seq', 'integer')
      this.attribute('note', 'string')
      this.allowFilter('id')
      this.allowFilter('part')
      this.allowFilter('uses.part')
      this.hasMany('uses', { resource: 'uses', foreignKey: ['part', 'seq'] })
    }
  }
  class Uses extends Kept {
    static {
      this.type('uses')
      this.model(models.use)
      this.id('integer')
      this.attribute('name', 'string')
      this.belongsTo('solo', { resource: 'solos', foreignKey: 'lone', linkage: 'always' })
      this.belongsTo('pair', { resource: 'pairs', foreignKey: ['part', 'seq'], linkage: 'always' })
      this.allowFilter('solo.id')
      this.allowFilter('pair.id')
      this.allowFilter('pair.part')
      this.allowFilter('part')
      this.allowSort('pair.part')
    }
  }
  return { solos: Solos, pairs: Pairs, uses: Uses }
}
