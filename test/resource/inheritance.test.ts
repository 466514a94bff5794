import { describe, expect, test } from 'vitest'
import { Base, type ContextHost, Resource } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'

const MODEL: object = Object.freeze({ name: 'Row' })

const keep = (scope: unknown): unknown => scope

abstract class Parent extends Resource {
  static {
    this.type('parents')
    this.model(MODEL)
    this.useAdapter(NullAdapter)
    this.attribute('title', 'string')
    this.allowFilter('title', {}, keep)
    this.defaultFilter('visible', keep)
    this.allowStat({ total: ['count'] })
    this.extraField('size', {}, keep)
    this.allowSort('parent.title')
    this.defaultSort([{ title: 'asc' }])
    this.hasMany('children', { resource: 'parents', foreignKey: 'parentId' })
  }
}

/** The names in each container, and the declarations that have a single value. */
function outline({ config }: { readonly config: typeof Parent.config }): unknown {
  const { type, defaultSort, defaultPageSize } = config
  return {
    type,
    defaultSort,
    defaultPageSize,
    attributes: [...config.attributes.keys()],
    filters: [...config.filters.keys()],
    defaultFilters: [...config.defaultFilters.keys()],
    sorts: [...config.sorts],
    stats: [...config.stats.keys()],
    extraFields: [...config.extraFields.keys()],
    sideloads: [...config.sideloads.keys()],
  }
}

const PARENT = {
  type: 'parents',
  defaultSort: [{ title: 'asc' }],
  defaultPageSize: 20,
  attributes: ['title'],
  filters: ['title'],
  defaultFilters: ['visible'],
  sorts: ['parent.title'],
  stats: ['total'],
  extraFields: ['size'],
  sideloads: ['children'],
}

describe('resource/inheritance (1.2): a subclass starts with a copy of its parent’s configuration', () => {
  test("a subclass's copy of the configuration includes the sideloads", () => {
    class Child extends Parent {}
    expect(outline(Child)).toEqual(PARENT)
  })

  test('a change to the subclass never affects the parent or a sibling', () => {
    class Child extends Parent {
      static {
        this.type('children')
        this.attribute('name', 'string')
        this.allowFilter('name')
        this.defaultFilter('mine', keep)
        this.allowStat({ views: ['sum'] })
        this.extraField('depth')
        this.allowSort('parent.name')
        this.defaultSort([{ name: 'desc' }])
        this.defaultPageSize(3)
        this.belongsTo('parent', { resource: 'parents', foreignKey: 'parentId' })
      }
    }
    class Sibling extends Parent {}
    expect([outline(Child), outline(Parent), outline(Sibling)]).toEqual([
      {
        type: 'children',
        defaultSort: [{ name: 'desc' }],
        defaultPageSize: 3,
        attributes: ['title', 'name'],
        filters: ['title', 'name'],
        defaultFilters: ['visible', 'mine'],
        sorts: ['parent.title', 'parent.name'],
        stats: ['total', 'views'],
        extraFields: ['size', 'depth'],
        sideloads: ['children', 'parent'],
      },
      PARENT,
      PARENT,
    ])
  })

  test('a change to the parent never affects an existing subclass', () => {
    class Mother extends Parent {}
    class Daughter extends Mother {
      static {
        this.type('daughters')
      }
    }
    Mother.allowFilter('late')
    Mother.hasOne('late', { resource: 'parents', foreignKey: 'x' })
    expect([outline(Mother), outline(Daughter)]).toEqual([
      { ...PARENT, filters: ['title', 'late'], sideloads: ['children', 'late'] },
      { ...PARENT, type: 'daughters' },
    ])
  })

  test('a subclass shares the model, the adapter, references and functions of its parent, and copies containers', () => {
    class Child extends Parent {}
    const [parent, child] = [Parent.config, Child.config]
    expect(child.model).toBe(parent.model)
    expect(child.adapter).toBe(parent.adapter)
    expect(child.filters.get('title')?.filter).toBe(keep)
    expect(child.defaultFilters.get('visible')?.filter).toBe(keep)
    expect(child.filters).not.toBe(parent.filters)
    expect(child.sideloads).not.toBe(parent.sideloads)
    expect(child.stats).not.toBe(parent.stats)
  })

  test('values that a declaration receives are copied, so changing them later has no effect', () => {
    const aliases = ['name']
    const operators: 'eq'[] = ['eq']
    const sort: Record<string, 'asc' | 'desc'> = { title: 'asc' }
    const values = ['a', 'b']
    class Copied extends Resource {
      static {
        this.allowFilter('title', { aliases, operators })
        this.attribute('status', { enum: values })
        this.defaultSort([sort])
      }
    }
    aliases.push('late')
    operators.pop()
    sort['title'] = 'desc'
    values.push('c')
    const { filters, attributes, defaultSort } = Copied.config
    expect([
      filters.get('title')?.aliases,
      filters.get('title')?.operators,
      attributes.get('status')?.type.values,
      defaultSort,
    ]).toEqual([['title', 'name'], ['eq'], ['a', 'b'], [{ title: 'asc' }]])
  })
})

class Host implements ContextHost {
  readonly params = {}
}

const WithBase = Base(Host)

describe('resource/inheritance (1.7): jsonapi(resource, block) on a context class', () => {
  class Articles extends Parent {
    static {
      this.type('articles')
    }
  }

  test('jsonapi() without arguments creates an anonymous Resource if none exists, and changes nothing else', () => {
    class Made extends WithBase {
      static {
        this.jsonapi()
      }
    }
    const resourceOf = (context: new () => { readonly jsonapiResource: object }): unknown =>
      new context().jsonapiResource.constructor
    const made = resourceOf(Made)
    expect([
      Reflect.get(Object(made), 'config').type,
      Object.getPrototypeOf(Object.getPrototypeOf(made)),
    ]).toEqual(['undefined_jsonapi_type', Resource])
    Made.jsonapi()
    expect(resourceOf(Made)).toBe(made)
    class Given extends Made {
      static {
        this.jsonapi(Articles)
        this.jsonapi()
      }
    }
    expect(resourceOf(Given)).toBe(Articles)
  })

  test('jsonapi() with only a resource uses its class as the configuration', () => {
    class Context extends WithBase {
      static {
        this.jsonapi(Articles)
      }
    }
    expect(new Context().jsonapiResource.constructor).toBe(Articles)
  })

  test('jsonapi() with a resource and a block configures an anonymous subclass, and does not change the given resource', () => {
    class Context extends WithBase {
      static {
        this.jsonapi(Articles, (resource) => resource.allowFilter('own'))
      }
    }
    const configured = new Context().jsonapiResource.constructor
    expect(Object.getPrototypeOf(configured)).toBe(Articles)
    expect(outline(configured as typeof Parent)).toEqual({
      ...PARENT,
      type: 'articles',
      filters: ['title', 'own'],
    })
    expect(outline(Articles)).toEqual({ ...PARENT, type: 'articles' })
  })

  test('jsonapi() with only a block creates an anonymous subclass of Resource if none exists', () => {
    class Context extends WithBase {
      static {
        this.jsonapi((resource) => resource.type('made'))
        this.jsonapi((resource) => resource.allowFilter('more'))
      }
    }
    const { config } = new Context().jsonapiResource.constructor as typeof Resource
    expect([config.type, [...config.filters.keys()]]).toEqual(['made', ['more']])
    expect(Resource.config.type).toBe('undefined_jsonapi_type')
  })

  test('a subclass of the context class inherits the configuration, and its changes do not affect the parent class', () => {
    class Context extends WithBase {
      static {
        this.jsonapi(Articles)
      }
    }
    class Inherits extends Context {}
    class Extends extends Context {
      static {
        this.jsonapi((resource) => resource.allowFilter('leak'))
      }
    }
    expect(new Inherits().jsonapiResource.constructor).toBe(Articles)
    expect(new Context().jsonapiResource.constructor).toBe(Articles)
    expect(outline(new Extends().jsonapiResource.constructor as typeof Parent)).toEqual({
      ...PARENT,
      type: 'articles',
      filters: ['title', 'leak'],
    })
    expect(outline(Articles)).toEqual({ ...PARENT, type: 'articles' })
  })

  test('an error about a context class without a resource names the class', () => {
    class Unconfigured extends WithBase {}
    expect(() => new Unconfigured().jsonapiResource).toThrow(
      'Unconfigured has no Resource: declare one with jsonapi.',
    )
  })
})
