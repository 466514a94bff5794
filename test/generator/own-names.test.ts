import { Controller, Resource, ResourceController } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { collection } from '../../client/src/collection.js'
import { TAKEN_BY_MEMBERS } from '../../src/schema/check/identifiers.js'

/** The members of a class and of those that it extends, but for what every object has. */
function membersOf(of: { readonly prototype: object }): readonly string[] {
  const names: string[] = []
  for (let each = of.prototype; each !== Object.prototype; each = Object.getPrototypeOf(each) as object) {
    names.push(...Object.getOwnPropertyNames(each))
  }
  return names.filter((name) => name !== 'constructor')
}

describe('generator/own-names (14.19): the names that an action cannot have', () => {
  test('are the names of members of resources, and existing addresses and calls', () => {
    const settings = {
      baseUrl: '',
      schema: { version: 1, types: { posts: { attributes: {}, relationships: {} } } },
    }
    const calls = Object.keys(collection(settings, 'posts'))
    // A guard or a hook asks for an action by its name: it is no method of a controller.
    const actions = membersOf(ResourceController).filter((name) => !membersOf(Controller).includes(name))
    const addresses = ['related', 'relationship', 'ownAction']
    const taken = [
      ...membersOf(Resource),
      ...calls,
      ...actions,
      ...addresses,
      'default',
      'sortScope',
      'paginateScope',
      'then',
    ]
    expect([...TAKEN_BY_MEMBERS].toSorted()).toEqual([...new Set(taken)].toSorted())
  })
})
