import type { Dice } from '../../support/dice.js'

/** A random datamodel: one model whose relations share key columns, and the related models. */
export interface RandomDatamodel {
  /** The model's name, and the type of its records. */
  readonly model: string
  readonly type: string
  /** Blocks of Prisma's schema language. Datamodels with different numbers have no models in common. */
  readonly models: string
  /** The part of the schema about these models, by type. */
  readonly resources: Readonly<Record<string, object>>
  /** The related rows: one of each model, whose key is 1 in every column. */
  readonly rows: readonly (readonly [model: string, row: Readonly<Record<string, number>>])[]
}

interface Column {
  readonly name: string
  readonly isOptional: boolean
  readonly hasDefault: boolean
  readonly isUnique: boolean
}

/**
 * Draws a datamodel. Its models' names end with the number, because several datamodels are combined in one
 * schema. The key of A is a bigint, because SQLite fills in an integer id itself.
 */
export function randomDatamodel(number: number, { below, of }: Dice): RandomDatamodel {
  const oneIn = (many: number): boolean => below(many) === 0
  const named = (name: string): string => `${name}${number}`
  const id = of(['number', 'number', 'key of A', 'key of A', 'A and B', 'A and number'] as const)
  const isOfId = (name: string): boolean =>
    (id !== 'number' && name === 'a') || (id === 'A and B' && name === 'b')
  const columns = new Map(
    ['a', 'b', 'c', 'room'].map((name): [string, Column] => {
      const isOptional = !isOfId(name) && oneIn(4)
      return [
        name,
        {
          name: name === 'a' && id === 'key of A' ? 'id' : `${name}Id`,
          isOptional,
          hasDefault: !isOfId(name) && oneIn(6),
          isUnique: name !== 'room' && !isOfId(name) && oneIn(6),
        },
      ]
    }),
  )
  const relations = [
    { name: 'a', model: 'A', keys: ['a'], references: ['id'], often: 4 },
    { name: 'b', model: 'B', keys: ['b'], references: ['id'], often: 3 },
    { name: 'c', model: 'C', keys: ['c'], references: ['id'], often: 2 },
    { name: 'sameA', model: 'A', keys: ['a'], references: ['id'], often: 1 },
    { name: 'pair', model: 'Pair', keys: ['a', 'b'], references: ['aId', 'bId'], often: 5 },
    { name: 'room', model: 'Room', keys: ['a', 'room'], references: ['aId', 'number'], often: 4 },
  ].filter(({ often }) => below(6) < often)
  const used = new Set([
    ...relations.flatMap(({ keys }) => keys),
    ...(id === 'number' ? [] : ['a']),
    ...(id === 'A and B' ? ['b'] : []),
  ])
  // Only code can fill in this id. If a schema lets clients omit it, application code must fill it in.
  const isOpen = id === 'key of A' && !relations.some(({ keys }) => keys.includes('a'))
  const drawn = relations.map((relation) => {
    const own = relation.keys.flatMap((key) => columns.get(key) ?? [])
    const isOptional = own.some((column) => column.isOptional) || oneIn(4)
    const fields = own.map(({ name }) => name).join(', ')
    const isUnique = own.length === 1 && (own[0]?.isUnique === true || own[0]?.name === 'id')
    const of = `@relation("${named(relation.name)}", fields: [${fields}], references: [${relation.references.join(', ')}], onDelete: NoAction, onUpdate: NoAction)`
    return {
      ...relation,
      field: `  ${relation.name} ${named(relation.model)}${isOptional ? '?' : ''} ${of}`,
      back: `  ${relation.name}Of ${named('Main')}${isUnique ? '?' : '[]'} @relation("${named(relation.name)}")`,
    }
  })
  const backs = (model: string): string =>
    drawn.flatMap((each) => (each.model === model ? [each.back] : [])).join('\n')
  const main = [
    ...(id === 'number' ? ['  id Int @id @default(autoincrement())'] : []),
    ...[...columns].flatMap(([key, { name, isOptional, hasDefault, isUnique }]) =>
      used.has(key)
        ? [
            `  ${name} ${key === 'a' ? 'BigInt' : 'Int'}${isOptional ? '?' : ''}${name === 'id' ? ' @id' : ''}${hasDefault ? ' @default(1)' : ''}${isUnique ? ' @unique' : ''}`,
          ]
        : [],
    ),
    '  note String',
    ...(id === 'A and number' ? ['  number Int', '  @@id([aId, number])'] : []),
    ...(id === 'A and B' ? ['  @@id([aId, bId])'] : []),
    ...drawn.map(({ field }) => field),
  ]
  const key = '  id Int @id @default(autoincrement())'
  const models = `
model ${named('A')} {\n  id BigInt @id\n  pairs ${named('Pair')}[]\n  rooms ${named('Room')}[]\n${backs('A')}\n}
model ${named('B')} {\n${key}\n  pairs ${named('Pair')}[]\n${backs('B')}\n}
model ${named('C')} {\n${key}\n${backs('C')}\n}
model ${named('Pair')} {
  aId BigInt
  bId Int
  a ${named('A')} @relation(fields: [aId], references: [id])
  b ${named('B')} @relation(fields: [bId], references: [id])
  @@id([aId, bId])
${backs('Pair')}
}
model ${named('Room')} {
  aId BigInt
  number Int
  a ${named('A')} @relation(fields: [aId], references: [id])
  @@id([aId, number])
${backs('Room')}
}
model ${named('Main')} {\n${main.join('\n')}\n}
`
  // A part of a composite id is either an attribute or written through its relationships.
  const isWritten = (keys: readonly string[]): boolean => id.startsWith('A and') && keys.some(isOfId)
  const sideloads = Object.fromEntries(
    drawn.map(({ name, keys }) => [name, !isWritten(keys) && oneIn(8) ? { writable: false } : {}]),
  )
  const plain = (model: string): object => ({
    model: named(model),
    attributes: 'all',
    actions: ['index', 'create'],
  })
  return {
    model: named('Main'),
    type: named('mains'),
    models,
    resources: {
      ...Object.fromEntries(
        ['A', 'B', 'C', 'Pair', 'Room'].map((model) => [named(`${model.toLowerCase()}s`), plain(model)]),
      ),
      [named('mains')]: {
        ...plain('Main'),
        ...(id === 'A and number' || id === 'A and B'
          ? {}
          : { clientIds: isOpen ? 'required' : of(['allowed', 'allowed', 'forbidden']) }),
        sideloads,
      },
    },
    rows: [
      [named('A'), { id: 1 }],
      [named('B'), { id: 1 }],
      [named('C'), { id: 1 }],
      [named('Pair'), { aId: 1, bId: 1 }],
      [named('Room'), { aId: 1, number: 1 }],
    ],
  }
}
