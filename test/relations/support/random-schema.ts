import type { StoreFacts } from '@jsonapi-gen/runtime/adapter'
import type { Schema } from 'jsonapi-gen'
import type { Dice } from '../../support/dice.js'

/** A random schema with only the parts that determine its relationships. */
export type RandomSchema = Pick<Schema, 'resources'>

interface Drawn {
  readonly type: string
  readonly model: string
  readonly key: readonly string[] | undefined
  readonly nullable: readonly string[]
  readonly sideloads: object[]
  /** The polymorphic to-one relationship, with the types of its groups. */
  readonly subject: { readonly name: string; readonly types: readonly string[] } | undefined
}

const COLUMNS = ['a', 'b', 'c', 'd'] as const

/** Draws up to four resources whose relationships share keys, columns, joins and guards. */
export function randomSchema({ below, of }: Dice): RandomSchema {
  const guard = (): boolean | string => of([true, true, true, false, 'isMember', 'isEditor', 'isOwner'])
  const types = ['posts', 'users', 'tags', 'joins'].slice(0, 2 + below(3))
  const columnsOf = (): readonly string[] =>
    of([['a'], ['b'], ['a'], ['a', 'b'], ['b', 'c'], ['c', 'a'], ['d']])
  const drawn = types.map((type): Drawn => {
    const hasSubject = below(2) === 0
    return {
      type,
      model: type,
      key:
        below(3) === 0
          ? of([
              ['a', 'b'],
              ['b', 'd'],
            ])
          : undefined,
      nullable: COLUMNS.filter(() => below(4) === 0),
      sideloads: [],
      subject: hasSubject
        ? { name: `subjectOf${type}`, types: types.filter(() => below(2) === 0) }
        : undefined,
    }
  })
  let count = 0
  const relations: RelationOfModel[] = []
  const common = (kind: string, prefix: string): object => ({
    kind,
    name: `${prefix}${++count}`,
    many: kind === 'hasMany' || kind === 'hasAndBelongsToMany' || kind === 'polymorphicHasMany',
    readable: guard(),
    writable: guard(),
    nullable: false,
    neverNull: [],
    needed: [],
    required: undefined,
  })
  for (const { type, sideloads, nullable, subject } of drawn) {
    for (let left = 1 + below(4); left > 0; left--) {
      const target = of(drawn)
      const kind = of([
        'belongsTo',
        'belongsTo',
        'hasMany',
        'hasOne',
        'hasMany',
        'join',
        'join',
        'custom',
      ] as const)
      if (kind === 'join') {
        const join = drawJoin(type, target.type, { below, of }, types.includes('joins'))
        relations.push(...join.facts)
        sideloads.push({
          ...common('hasAndBelongsToMany', 'joined'),
          resource: target.type,
          relation: join.relation,
          key: join.key,
          join: join.described,
        })
        continue
      }
      const foreignKey = columnsOf()
      sideloads.push({
        ...common(kind, kind),
        resource: target.type,
        foreignKey,
        ...(kind === 'belongsTo' && {
          nullable: foreignKey.some((column) => nullable.includes(column)),
          neverNull: foreignKey.filter((column) => !nullable.includes(column)),
        }),
        ...(kind === 'custom' && { many: below(2) === 0 }),
      })
    }
    if (subject && subject.types.length > 0) {
      sideloads.push({
        ...common('polymorphicBelongsTo', ''),
        name: subject.name,
        groupBy: 'kind',
        groups: subject.types.map((each) => ({
          name: `${each}Group`,
          resource: each,
          foreignKey: of(['e', 'e', 'f']),
        })),
      })
    }
  }
  for (const { type, sideloads } of drawn) {
    for (const { type: target, subject } of drawn) {
      if (!subject?.types.includes(type) || below(2) === 0) continue
      const back = drawn.find((each) => each.type === target)?.sideloads.at(-1)
      const groups: readonly { readonly resource: string; readonly foreignKey: string }[] =
        (back && Reflect.get(back, 'groups')) ?? []
      const group = groups.find(({ resource }) => resource === type)
      if (!group) continue
      const foreignKey = [group.foreignKey]
      sideloads.unshift({
        ...common('polymorphicHasMany', 'subjects'),
        resource: target,
        as: subject.name,
        foreignKey,
      })
    }
  }
  const resources = drawn.map(({ type, model, key, sideloads }) => ({
    type,
    model,
    adapter: 'prisma',
    id: 'integer',
    idAttribute: undefined,
    key: key?.map((name) => ({ name, type: { kind: 'integer', list: false, nullable: false } })),
    attributes: [...COLUMNS, 'e', 'kind']
      .filter(() => below(2) === 0)
      .map((column) => ({ name: `${column}Shown`, column, readable: guard(), writable: guard() })),
    sideloads,
  }))
  // The schema consists only of the parts that determine relationships.
  const models = Object.fromEntries(
    drawn.map(({ type, nullable }) => {
      const own = relations.flatMap(([model, name, of]) => (model === type ? [[name, of]] : []))
      const columns = Object.fromEntries(nullable.map((column) => [column, 'integer?']))
      return [type, { columns, relations: Object.fromEntries(own) }]
    }),
  )
  return { resources, store: { partial: true, models } } as never
}

/** A model, the name of its relation, and the facts about it. */
type RelationOfModel = readonly [string, string, RelationFacts]

type RelationFacts = NonNullable<StoreFacts['models'][string]['relations']>[string]

interface DrawnJoin {
  readonly relation: string
  readonly key: readonly string[]
  readonly facts: readonly RelationOfModel[]
  /** Undefined if the store does not describe the join. */
  readonly described: object | undefined
}

/** Draws one of two joins between two types, from the side of the first, with or without a model. */
function drawJoin(
  owner: string,
  target: string,
  { below, of }: Pick<Dice, 'below' | 'of'>,
  hasModel: boolean,
): DrawnJoin {
  const name = of(['first', 'second'])
  if (below(4) === 0) return { relation: `unknown${name}`, key: ['id'], facts: [], described: undefined }
  const isFirst = owner < target || (owner === target && below(2) === 0)
  const [side, other] = isFirst ? ['One', 'Other'] : ['Other', 'One']
  const [relation, inverse] = [`${name}${side}Of${target}${owner}`, `${name}${other}Of${owner}${target}`]
  if (!hasModel || below(2) > 0) {
    const facts: readonly RelationOfModel[] = [
      [target, relation, { model: owner, many: true, inverse, join: name }],
      [owner, inverse, { model: target, many: true, inverse: relation, join: name }],
    ]
    return { relation, key: ['id'], facts, described: { name, key: [relation], otherKey: [inverse] } }
  }
  const [key, otherKey] = isFirst ? [['a'], ['b', 'c']] : [['b', 'c'], ['a']]
  const facts: readonly RelationOfModel[] = [
    [target, `${relation}Rows`, { model: 'joins', many: true, inverse }],
    [
      'joins',
      inverse,
      { model: target, key: Object.fromEntries(otherKey.map((column) => [column, `${column}Of`])) },
    ],
  ]
  return {
    relation: `${relation}Rows`,
    key,
    facts,
    described: { name: 'joins', model: 'joins', key, otherKey },
  }
}
