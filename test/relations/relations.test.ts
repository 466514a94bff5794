import { loadSchema, type Schema } from 'jsonapi-gen'
import type { Registry } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { compile } from '../../runtime/src/resource/compile.js'
import {
  keyColumns as keyColumnsInRuntime,
  relationshipsOf as inRuntime,
} from '../../runtime/src/resource/relations.js'
import type { Relationships } from '../../runtime/src/vocabulary/relation.js'
import { keyColumns, linkGuards, relationshipsOf } from '../../src/schema/relations.js'
import { dice } from '../support/dice.js'
import { isSoak, quickly } from '../support/sample.js'
import { fixtureNames, fixturesOf } from '../generator/support/fixtures.js'
import { declaredSchema } from './support/declared-schema.js'
import { randomSchema } from './support/random-schema.js'

type Resources = Pick<Schema, 'resources'>

const ofSchema = ({ resources }: Resources): unknown =>
  resources.map((owner) => ({
    type: owner.type,
    keys: [...keyColumns(owner, resources)].toSorted(),
    relationships: plain(relationshipsOf(owner, resources)),
  }))

const ofRuntime = (registry: Registry): unknown =>
  [...registry.values()].map(compile).map((owner) => ({
    type: owner.type,
    keys: [...keyColumnsInRuntime(owner)].toSorted(),
    relationships: plain(inRuntime(owner)),
  }))

/** Relationships with types instead of resources, without the properties that only the runtime's store knows. */
function plain<Resource extends { readonly type: string }>(relationships: Relationships<Resource>): unknown {
  return [...relationships.values()].map(({ owner, relations, guards, guardedBy, sharing, ...rest }) => ({
    ...rest,
    isOptional: undefined,
    owner: owner.type,
    relations: relations.map(({ target, join, ...relation }) => ({
      ...relation,
      owner: relation.owner.type,
      target: target?.type,
      join: join && {
        ...join,
        records: join.records && { ...join.records, otherReferences: undefined },
        resources: join.resources.map(({ type }) => type),
      },
    })),
    guards: { ...guards, resource: guards.resource.type },
    guardedBy: guardedBy.map((source) => ({ ...source, resource: source.resource.type })),
    sharing: sharing.map((other) => `${other.owner.type}.${other.name}`),
  }))
}

describe('a schema and the classes generated from it have the same relationships (14.16)', () => {
  test('random schemas declare the same relationships as their classes', { timeout: 600_000 }, () => {
    const draw = dice(20_261_128)
    for (let left = isSoak ? 10_000 : quickly(500); left > 0; left--) {
      const schema = randomSchema(draw)
      expect(ofRuntime(declaredSchema(schema)), JSON.stringify(schema)).toEqual(ofSchema(schema))
    }
  })

  test('all fixtures and examples declare the same relationships as their classes', async () => {
    const names = await fixtureNames('valid')
    let count = 0
    for (const file of [
      ...names.flatMap((name) =>
        ['schema.yaml', 'schema.prisma'].map((schema) => `${fixturesOf('valid')}/${name}/${schema}`),
      ),
      at('schema.example.yaml'),
      at('examples/saas/prisma/schema.prisma'),
      at('test/fixtures/generator/twins/shop/schema.yaml'),
    ]) {
      const loaded = await loadSchema(file, file)
      if (!loaded.ok) continue
      count++
      expect(ofRuntime(declaredSchema(loaded.schema)), file).toEqual(ofSchema(loaded.schema))
    }
    expect(count).toBeGreaterThan(names.length)
  })

  test('a guard of a polymorphic to-many relationship applies to its inverse, but not to a relationship with records of a different type', () => {
    const open = { readable: true, writable: true } as const
    const back = (name: string, resource: string) => ({
      kind: 'polymorphicHasMany',
      many: true,
      name,
      resource,
      foreignKey: ['subjectId'],
      as: 'subject',
      ...open,
    })
    const subject = {
      kind: 'polymorphicBelongsTo',
      many: false,
      name: 'subject',
      groupBy: 'subjectType',
      groups: [{ name: 'Post', resource: 'posts', foreignKey: 'subjectId' }],
      ...open,
    }
    const resource = (type: string, sideloads: readonly object[]) => {
      return { type, model: type, adapter: 'prisma', id: 'integer', attributes: [], sideloads }
    }
    const posts = resource('posts', [
      { ...back('comments', 'comments'), readable: 'isMember' },
      back('notes', 'notes'),
    ])
    const others = ['comments', 'notes'].map((type) => resource(type, [subject]))
    const { resources } = { resources: [posts, ...others] } as unknown as Resources
    const readers = Object.fromEntries(
      resources.flatMap((owner) =>
        owner.sideloads.map(({ name }) => [
          `${owner.type}.${name}`,
          linkGuards(owner, { name }, resources).readable,
        ]),
      ),
    )
    expect(readers).toEqual({
      'posts.comments': ['isMember'],
      'posts.notes': [true],
      'comments.subject': [true, 'isMember'],
      'notes.subject': [true],
    })
    expect(ofRuntime(declaredSchema({ resources }))).toEqual(ofSchema({ resources }))
  })
})
