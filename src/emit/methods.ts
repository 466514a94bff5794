import type { ResourceSchema, SideloadSchema } from '../schema/schema.js'
import type { Action } from '../schema/types.js'
import type { Names } from './imports.js'
import { group, ifBreak, indent, join, layOut, line, softline } from './layout/doc.js'
import { jsdoc } from './layout/jsdoc.js'
import type { Modules } from './modules.js'
import { idTypeOf, unionOf } from './value-type.js'

/** An abstract method of a generated base: what the schema calls custom, or no adapter does, and the application has to write. */
interface Method {
  readonly name: string
  readonly comment: string
  readonly parameters: readonly string[]
  readonly returns: string
  readonly overrides?: boolean
}

const CONTEXT = 'context: ApplicationController | undefined'
/** The record that a nested write reaches this one through. */
const PARENT = 'parent?: object'

/** The abstract methods of a resource's base, fully typed, in schema order (rule 20.7). */
export function emitMethods(resource: ResourceSchema, names: Names, modules: Modules): readonly string[] {
  const onNull = resource.adapter === 'null'
  const scope = onNull ? 'Scope' : `${names.shape}['scope']`
  const record = onNull ? names.record : `${names.shape}['record']`
  const result = onNull ? 'Scope | Promise<Scope>' : `${scope} | Promise<${scope}>`
  return [
    ...(onNull ? nullMethods(resource, record) : []),
    ...resource.filters.flatMap(({ method, name, type }): Method[] =>
      method === undefined
        ? []
        : [
            {
              name: method,
              comment: `The filter \`${name}\`: returns the scope narrowed to what the value asks for.`,
              parameters: [
                `scope: ${scope}`,
                `value: ${unionOf({ ...type, nullable: false }).join(' | ')}`,
                CONTEXT,
              ],
              returns: result,
            },
          ],
    ),
    ...resource.defaultFilters.flatMap(({ name, apply }): Method[] =>
      apply.kind === 'conditions'
        ? []
        : [
            {
              name: apply.method,
              comment: `The default filter \`${name}\`: returns the scope that every request starts from.`,
              parameters: [`scope: ${scope}`, CONTEXT],
              returns: result,
            },
          ],
    ),
    ...resource.stats.flatMap(({ name, custom }) =>
      custom.map(({ calculation, method }): Method => ({
        name: method,
        comment: `The stat \`${name}\`, \`${calculation}\`: computes it over the scope, which is not paginated.`,
        parameters: [`scope: ${scope}`, 'attribute: string', CONTEXT],
        returns: 'unknown',
      })),
    ),
    ...resource.extraFields.map(({ name, type, method }): Method => {
      const value = unionOf(type).join(' | ')
      return {
        name: method,
        comment: `The extra field \`${name}\` of a record.`,
        parameters: [`record: ${record}`, CONTEXT],
        returns: `${value} | Promise<${value}>`,
      }
    }),
    ...(resource.sort === 'custom' ? [sortMethod(scope, result, names, onNull)] : []),
    ...(resource.paginate === 'custom' ? [paginateMethod(scope, result)] : []),
    ...resource.sideloads.flatMap((sideload) => sideloadMethods(sideload, record, modules)),
  ].map(emitMethod)
}

/** Whether any of the methods sees the context, so that its type has to be imported. */
export function mentionsContext(methods: readonly string[]): boolean {
  return methods.some((method) => method.includes(CONTEXT))
}

// What every resource on the null adapter needs to be read, and what the actions that it serves need to write.
function nullMethods({ id, actions }: ResourceSchema, record: string): readonly Method[] {
  const operations: readonly Method[] = [
    {
      name: 'baseScope',
      comment: 'The scope that every request starts from.',
      parameters: [CONTEXT],
      returns: 'Scope',
    },
    {
      name: 'resolve',
      comment: 'The records of a scope.',
      parameters: ['scope: Scope'],
      returns: `Promise<${record}[]>`,
    },
    ...actions.flatMap((action) => writeMethod(action, idTypeOf(id), record)),
  ]
  return operations.map((each) => ({ ...each, overrides: true }))
}

function writeMethod(action: Action, id: string, record: string): readonly Method[] {
  const parameters = ['parameters: Readonly<Record<string, unknown>>', PARENT]
  const returns = `Promise<${record}>`
  switch (action) {
    case 'index':
    case 'show':
      return []
    case 'create':
      return [{ name: action, comment: 'Creates a record, and returns it.', parameters, returns }]
    case 'update':
      return [
        {
          name: action,
          comment: 'Updates the record whose id is among the parameters, and returns it.',
          parameters,
          returns,
        },
      ]
    case 'destroy':
      return [
        {
          name: action,
          comment: 'Destroys the record of that id, and returns it as it was.',
          parameters: [`id: ${id}`, PARENT],
          returns,
        },
      ]
  }
}

function sortMethod(scope: string, result: string, names: Names, onNull: boolean): Method {
  const attribute = onNull ? `${names.shape}<Scope>['sorts']` : `${names.shape}['sorts']`
  return {
    name: 'sortScope',
    comment: 'Sorts the scope by one attribute; called once for each, the most significant first.',
    parameters: [`scope: ${scope}`, `attribute: ${attribute}`, "direction: 'asc' | 'desc'", CONTEXT],
    returns: result,
  }
}

function paginateMethod(scope: string, result: string): Method {
  return {
    name: 'paginateScope',
    comment: 'Limits the scope to one page; pages are counted from 1.',
    parameters: [`scope: ${scope}`, 'page: number', 'size: number', CONTEXT],
    returns: result,
  }
}

function sideloadMethods(sideload: SideloadSchema, record: string, modules: Modules): readonly Method[] {
  if (sideload.kind !== 'custom') return []
  const related = modules.shapeOf(sideload.resource)
  return [
    {
      name: sideload.scopeMethod,
      comment: `The scope that holds the \`${sideload.name}\` of the parents.`,
      parameters: [`parents: ${record}[]`, CONTEXT],
      returns: `${related}['scope'] | Promise<${related}['scope']>`,
    },
    {
      name: sideload.assignMethod,
      comment: `Gives every parent its \`${sideload.name}\` among the children.`,
      parameters: [`parents: ${record}[]`, `children: ${related}['record'][]`],
      returns: 'void',
    },
  ]
}

function emitMethod({ name, comment, parameters, returns, overrides = false }: Method): string {
  const list = group('(', indent(softline, join([',', line], parameters)), ifBreak(','), softline, ')')
  const code = layOut([`abstract ${overrides ? 'override ' : ''}${name}`, list, `: ${returns}`], 1)
  return `${jsdoc(comment, 1)}\n  ${code}`
}
