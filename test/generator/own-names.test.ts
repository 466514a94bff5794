import { Controller, Resource, ResourceController } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { collection } from '../../client/src/collection.js'
import { TAKEN_BY_CONTROLLERS, TAKEN_BY_MEMBERS } from '../../src/schema/check/identifiers.js'

/** The members of a class and of its base classes, except those that every object has. */
function membersOf(of: { readonly prototype: object }): readonly string[] {
  const names: string[] = []
  for (let each = of.prototype; each !== Object.prototype; each = Object.getPrototypeOf(each) as object) {
    names.push(...Object.getOwnPropertyNames(each))
  }
  return names.filter((name) => name !== 'constructor')
}

describe('generator/own-names (14.19): the names that a custom action cannot have', () => {
  test('a custom action cannot have the name of a resource member, or of an existing URL or call', () => {
    const settings = {
      baseUrl: '',
      schema: { version: 1, types: { posts: { attributes: {}, relationships: {} } } },
    }
    const calls = Object.keys(collection(settings, 'posts'))
    // A guard or a hook refers to an action by its name, so the name is reserved even though it is not a
    // method of the controller.
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

  test('a custom action with a guard cannot have the name of a controller member', () => {
    class AnyController extends ResourceController {}
    const fields = Object.keys(
      new AnyController({
        request: undefined,
        locals: undefined,
        actionName: 'index',
        params: { id: '', relationship: '' },
        search: '',
        address: undefined,
        body: undefined,
        settings: undefined as never,
      }),
    )
    expect([...TAKEN_BY_CONTROLLERS].toSorted()).toEqual(
      [...new Set([...membersOf(ResourceController), ...fields])].toSorted(),
    )
  })
})
