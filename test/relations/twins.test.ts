import { loadSchema } from 'jsonapi-gen'
import type { Registry } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { keyColumns as keyColumnsInRuntime, sideloadsOfKey } from '../../runtime/src/resource/key-columns.js'
import { keysOf as pairsInRuntime } from '../../runtime/src/resource/key-columns.js'
import { linkRules, readersOfAttribute } from '../../runtime/src/resource/link-guards.js'
import { holderOf, joinResources, targetsOf } from '../../runtime/src/resource/same-link.js'
import { compile, type CompiledResource } from '../../runtime/src/resource/compile.js'
import { relationshipsOf as inRuntime } from '../../runtime/src/resource/relations.js'
import {
  guardsFor,
  keyColumnsOf,
  type Relationships,
  relationshipsOver,
  relationshipsShownBy,
} from '../../runtime/src/vocabulary/relation.js'
import { keyColumnsOf as keyColumnsInSchema, keysOf } from '../../src/contract/key-columns.js'
import {
  joinResources as joinResourcesInSchema,
  linkGuards as guardsInSchema,
  readersOf as readersInSchema,
} from '../../src/schema/links.js'
import { keyColumns, linkGuards, readersOf, relationshipsOf } from '../../src/schema/relations.js'
import { dice } from '../support/dice.js'
import { isSoak, quickly } from '../support/sample.js'
import { fixtureNames, fixturesOf } from '../generator/support/fixtures.js'
import { declaredSchema } from './support/declared-schema.js'
import { randomSchema, type RandomSchema } from './support/random-schema.js'

const KINDS = ['readable', 'writable'] as const

/** All that the relationships of a schema decide, as the code before Relation decides it, in the generator. */
function beforeInSchema({ resources }: RandomSchema): unknown {
  return resources.map((owner) => ({
    type: owner.type,
    keys: [...keyColumnsInSchema(owner)].toSorted(),
    relationships: owner.sideloads.map((sideload) => ({
      name: sideload.name,
      ownKey: [...new Set(keysOf(sideload))].toSorted(),
      through: joinResourcesInSchema(sideload, resources).map(({ type }) => type),
      readable: texts(guardsInSchema(owner, sideload, resources).readable),
      writable: texts(guardsInSchema(owner, sideload, resources).writable),
    })),
    readers: owner.attributes.map((each) => texts(readersInSchema(owner, each, resources))),
  }))
}

function nowInSchema({ resources }: RandomSchema): unknown {
  return resources.map((owner) => ({
    type: owner.type,
    keys: [...keyColumns(owner, resources)].toSorted(),
    relationships: [...relationshipsOf(owner, resources).values()].map(({ name, ownKey, relations }) => ({
      name,
      ownKey: [...new Set(ownKey)].toSorted(),
      through: (relations[0]?.join?.resources ?? []).map(({ type }) => type),
      readable: texts(linkGuards(owner, { name }, resources).readable),
      writable: texts(linkGuards(owner, { name }, resources).writable),
    })),
    readers: owner.attributes.map((each) => texts(readersOf(owner, each, resources))),
  }))
}

/** The same in the runtime, with the places of the guards and the pairs of columns. */
function beforeInRuntime(registry: Registry): unknown {
  return [...registry.values()].map(compile).map((owner) => ({
    type: owner.type,
    keys: [...keyColumnsInRuntime(owner)].toSorted(),
    relationships: [...owner.config.sideloads.values()].map((sideload) => ({
      name: sideload.name,
      holder: holderOf({ owner, sideload })?.type,
      targets: targetsOf({ owner, sideload }).map(({ type }) => type),
      through: joinResources({ owner, sideload }).map(({ resource: { type } }) => type),
      rules: KINDS.map((kind) =>
        texts(
          linkRules({ owner, sideload }, kind).map((rule) => `${rule.resource} ${rule.place} ${rule.guard}`),
        ),
      ),
      pairs:
        'foreignKey' in sideload
          ? targetsOf({ owner, sideload }).map((target) => {
              const { parentKey, childKey } = pairsInRuntime(sideload, owner, target)
              return { owner: parentKey, target: childKey }
            })
          : undefined,
    })),
    readers: [...owner.byColumn.values()].map((each) => texts(readersOfAttribute(owner, each))),
    over: COLUMNS.map((column) => sideloadsOfKey(owner, column).map(({ name }) => name)),
  }))
}

function nowInRuntime(registry: Registry): unknown {
  return [...registry.values()].map(compile).map((owner) => {
    const relationships: Relationships<CompiledResource> = inRuntime(owner)
    return {
      type: owner.type,
      keys: [...keyColumnsOf(owner.primaryKey, relationships, owner.primaryKey.length > 1)].toSorted(),
      relationships: [...relationships.values()].map((relationship) => {
        const { name, holder, relations } = relationship
        const targets = relations.map(({ target }) => target)
        const config = owner.config.sideloads.get(name)
        const holders = { owner: owner.type, target: targets[0]?.type, join: undefined, method: undefined }
        return {
          name,
          holder: holders[holder],
          targets: targets.map((target) => target?.type),
          through: (relations[0]?.join?.resources ?? []).map(({ type }) => type),
          rules: KINDS.map((kind) =>
            texts(
              guardsFor(relationship, kind).map(
                (source) => `${source.resource.type} ${source.member}.${source.name}.${kind} ${source[kind]}`,
              ),
            ),
          ),
          pairs: config && 'foreignKey' in config ? relations.map(({ pairs }) => pairs) : undefined,
        }
      }),
      readers: [...owner.byColumn.values()].map(({ column, readable }) =>
        texts([
          readable,
          ...relationshipsShownBy(relationships, column)
            .flatMap((each) => guardsFor(each, 'readable'))
            .map((source) => source.readable)
            .filter((guard) => typeof guard === 'string'),
        ]),
      ),
      over: COLUMNS.map((column) => relationshipsOver(relationships, column).map(({ name }) => name)),
    }
  })
}

const COLUMNS = ['id', 'a', 'b', 'c', 'd', 'e', 'f', 'kind']

/** Guards are a set: those who pass all of them. Everybody passes `true`. */
const texts = (guards: readonly unknown[]): readonly string[] =>
  [...new Set(guards.map(String))].filter((guard) => !guard.endsWith('true')).toSorted()

describe('a Relation agrees with the code before it (14.16)', () => {
  test(`on random schemas`, { timeout: 600_000 }, () => {
    const draw = dice(20_261_128)
    const count = isSoak ? 10_000 : quickly(1_000)
    for (let left = count; left > 0; left--) {
      const schema = randomSchema(draw)
      expect(nowInSchema(schema), JSON.stringify(schema)).toEqual(beforeInSchema(schema))
      const registry = declaredSchema(schema)
      expect(nowInRuntime(registry), JSON.stringify(schema)).toEqual(beforeInRuntime(registry))
    }
  })

  test('on all fixtures and on the examples', async () => {
    const names = await fixtureNames('valid')
    const files = names.flatMap((name) => [
      `${fixturesOf('valid')}/${name}/schema.yaml`,
      `${fixturesOf('valid')}/${name}/schema.prisma`,
    ])
    let count = 0
    for (const file of [
      ...files,
      at('schema.example.yaml'),
      at('examples/saas/prisma/schema.prisma'),
      at('test/fixtures/generator/twins/shop/schema.yaml'),
    ]) {
      const loaded = await loadSchema(file, file)
      if (!loaded.ok) continue
      count++
      expect(nowInSchema(loaded.schema), file).toEqual(beforeInSchema(loaded.schema))
      const registry = declaredSchema(loaded.schema)
      expect(nowInRuntime(registry), file).toEqual(beforeInRuntime(registry))
    }
    expect(count).toBeGreaterThan(names.length)
  })
})
