import type { MethodDeclarationStructure, OptionalKind, ParameterDeclarationStructure } from 'ts-morph'
import type { OwnActionSchema, OwnOutputSchema, ResourceSchema, SideloadSchema } from '../schema/schema.js'
import type { Action } from '../schema/types.js'
import { key, text } from './layout/code.js'
import { LINE_END, WIDTH } from './layout/doc.js'
import { jsdoc } from './layout/jsdoc.js'
import type { Modules } from './modules.js'
import { extraFieldsName, inputName, type Names } from './names.js'
import { argumentOf, idTypeOf, unionOf } from './value-type.js'

/**
 * An abstract method of a generated base: something that the schema declares as custom or that no adapter provides, so
 * the application must implement it.
 */
export type MethodNode = OptionalKind<MethodDeclarationStructure>

/** A parameter of a method. */
export type Parameter = OptionalKind<ParameterDeclarationStructure>

interface Method {
  readonly name: string
  readonly comment: string
  readonly parameters: readonly Parameter[]
  readonly returns: string
  readonly overrides?: boolean
}

/** The context of a request, or undefined. */
export const CONTEXT: Parameter = { name: 'context', hasQuestionToken: true, type: 'ApplicationController' }
/** The parent record that leads to this record in a nested write. */
const PARENT: Parameter = { name: 'parent', hasQuestionToken: true, type: 'object' }

/** The abstract methods of a resource's base, fully typed, in schema order (rule 20.7). */
export function emitMethods(resource: ResourceSchema, names: Names, modules: Modules): readonly MethodNode[] {
  const onNull = resource.adapter === 'null'
  const scope = onNull ? 'Scope' : names.scope
  const { record } = names
  const result = onNull ? 'Scope | Promise<Scope>' : `${scope} | Promise<${scope}>`
  return [
    ...(onNull ? nullMethods(resource, record) : []),
    ...resource.filters.flatMap(({ method, name, type }): Method[] =>
      method === undefined
        ? []
        : [
            {
              name: method,
              comment: `The filter \`${name}\`: returns the scope narrowed to the records that match the value.`,
              parameters: [
                { name: 'scope', type: scope },
                { name: 'value', type: argumentOf(type).join(' | ') },
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
              parameters: [{ name: 'scope', type: scope }, CONTEXT],
              returns: result,
            },
          ],
    ),
    ...resource.stats.flatMap(({ name, custom }) =>
      custom.map(({ calculation, method }): Method => ({
        name: method,
        comment: `The stat \`${name}\`, \`${calculation}\`: computes it over the scope, which is not paginated.`,
        parameters: [{ name: 'scope', type: scope }, { name: 'column', type: 'string' }, CONTEXT],
        returns: 'unknown',
      })),
    ),
    ...togetherMethod(resource, names),
    ...resource.extraFields
      .filter(({ isTogether }) => !isTogether)
      .map(({ name, type, method }): Method => {
        const value = unionOf(type).join(' | ')
        return {
          name: method,
          comment: `The extra field \`${name}\` of a record.`,
          parameters: [{ name: 'record', type: record }, CONTEXT],
          returns: `${value} | Promise<${value}>`,
        }
      }),
    ...(resource.sort === 'custom' ? [sortMethod(resource, scope, result, names)] : []),
    ...(resource.paginate === 'custom' ? [paginateMethod(scope, result)] : []),
    ...scopeMethods(resource, scope, result),
    ...resource.ownActions.map((action) => ownActionMethod(action, resource, names, modules)),
    ...resource.sideloads.flatMap((sideload) => sideloadMethods(sideload, record, modules)),
  ].map(emitMethod)
}

/** The method that computes extra fields for all records together. */
function togetherMethod({ extraFields }: ResourceSchema, names: Names): readonly Method[] {
  const together = extraFields.filter(({ isTogether }) => isTogether)
  const [first] = together
  if (!first) return []
  const returns = `readonly ${extraFieldsName(names)}[]`
  return [
    {
      name: first.method,
      comment: `The extra fields ${together.map(({ name }) => `\`${name}\``).join(', ')}: an object with the values of the given names for each record, in the order of the records.`,
      parameters: [
        { name: 'records', type: `readonly ${names.record}[]` },
        { name: 'names', type: `readonly (${together.map(({ name }) => text(name)).join(' | ')})[]` },
        CONTEXT,
      ],
      returns: `${returns} | Promise<${returns}>`,
    },
  ]
}

// Several policies may name the same scope, which is a single method.
function scopeMethods(resource: ResourceSchema, scope: string, returns: string): readonly Method[] {
  const scopes = [
    ...resource.scopes.map((each) => ({ ...each, use: each.policy as string })),
    ...resource.ownActions.flatMap(({ name, scope: of }) => (of ? { ...of, use: name } : [])),
  ].filter(({ isShared }) => !isShared)
  return [...new Set(scopes.map(({ method }) => method))].map((name) => {
    const uses = scopes.filter(({ method }) => method === name)
    const done = uses.map(({ use }) => `\`${use}\``).join(', ')
    return {
      name,
      comment: `The scope \`${uses[0]?.name ?? name}\`, for ${done}: returns the scope narrowed to the permitted records. Only its condition is used.`,
      parameters: [{ name: 'scope', type: scope }, CONTEXT],
      returns,
    }
  })
}

/** An action's input. Without members, no input is possible. */
const NO_INPUT = 'Readonly<Record<string, never>>'

function ownActionMethod(
  { name, description, on, input, output, method }: OwnActionSchema,
  { type }: ResourceSchema,
  names: Names,
  modules: Modules,
): Method {
  const result = resultOf(output, (of) => modules.recordOf(of))
  const path = on === 'record' ? `/${type}/{id}` : `/${type}`
  return {
    name: method,
    comment: `${description === undefined ? '' : `${sentence(description.trim())} `}\`POST ${path}/-actions/${name}\``,
    parameters: [
      ...(on === 'record' ? [{ name: 'record', type: names.record }] : []),
      { name: 'input', type: input.length === 0 ? NO_INPUT : inputName(names, name) },
      { name: 'context', type: 'ApplicationController' },
    ],
    returns: `${result} | Promise<${result}>`,
  }
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

function resultOf(output: OwnOutputSchema, recordOf: (type: string) => string): string {
  switch (output.kind) {
    case 'meta':
      return 'object'
    case 'list':
      return `readonly ${recordOf(output.type)}[]`
    case 'record':
      return output.nullable ? `${recordOf(output.type)} | null` : recordOf(output.type)
  }
}

// The methods that every resource on the null adapter needs for reads, and those that its actions need for writes.
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
      parameters: [{ name: 'scope', type: 'Scope' }],
      returns: `Promise<${record}[]>`,
    },
    ...actions.flatMap((action) => writeMethod(action, idTypeOf(id), record)),
  ]
  return operations.map((each) => ({ ...each, overrides: true }))
}

function writeMethod(action: Action, id: string, record: string): readonly Method[] {
  const parameters = [{ name: 'parameters', type: 'Readonly<Record<string, unknown>>' }, PARENT]
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
          comment: 'Updates the record whose id is in the parameters, and returns it.',
          parameters,
          returns,
        },
      ]
    case 'destroy':
      return [
        {
          name: action,
          comment: 'Destroys the record with that id, and returns it as it was.',
          parameters: [{ name: 'id', type: id }, PARENT],
          returns,
        },
      ]
  }
}

function sortMethod(resource: ResourceSchema, scope: string, result: string, names: Names): Method {
  return {
    name: 'sortScope',
    comment: 'Sorts the scope by one column; called once for each column, the most significant first.',
    parameters: [
      { name: 'scope', type: scope },
      { name: 'column', type: sortColumns(resource, names) },
      { name: 'direction', type: "'asc' | 'desc'" },
      CONTEXT,
    ],
    returns: result,
  }
}

/** The sort keys: those of the shape, unless a column has a different name on the wire. */
function sortColumns({ adapter, attributes, idAttribute = 'id' }: ResourceSchema, names: Names): string {
  const sortable = attributes.filter((attribute) => attribute.sortable !== false)
  if (idAttribute === 'id' && sortable.every(({ name, column }) => name === column)) {
    return adapter === 'null' ? `${names.shape}<Scope>['sorts']` : `${names.shape}['sorts']`
  }
  return [idAttribute, ...sortable.map(({ column }) => column)].map(text).join(' | ')
}

function paginateMethod(scope: string, result: string): Method {
  return {
    name: 'paginateScope',
    comment: 'Limits the scope to one page; pages are counted from 1.',
    parameters: [
      { name: 'scope', type: scope },
      { name: 'page', type: 'number' },
      { name: 'size', type: 'number' },
      CONTEXT,
    ],
    returns: result,
  }
}

function sideloadMethods(sideload: SideloadSchema, record: string, modules: Modules): readonly Method[] {
  if (sideload.kind !== 'custom') return []
  const related = modules.recordOf(sideload.resource)
  const scope = modules.scopeOf(sideload.resource) ?? 'unknown'
  const assigned = sideload.many ? `${related}[]` : `${related} | null`
  return [
    {
      name: sideload.scopeMethod,
      comment: `The scope that contains the \`${sideload.name}\` of the parents.`,
      parameters: [{ name: 'parents', type: `${record}[]` }, CONTEXT],
      returns: scope === 'unknown' ? scope : `${scope} | Promise<${scope}>`,
    },
    {
      name: sideload.assignMethod,
      comment: `Assigns each parent its \`${sideload.name}\` from the children.`,
      parameters: [
        { name: 'parents', type: `(${record} & { ${key(sideload.name)}?: ${assigned} })[]` },
        { name: 'children', type: `${related}[]` },
      ],
      returns: 'void',
    },
  ]
}

function emitMethod({ name, comment, parameters, returns, overrides = false }: Method): MethodNode {
  // A structure would put `override` before `abstract`, which TypeScript rejects.
  const spelled = overrides ? `override ${name}` : name
  return {
    name: spelled,
    docs: [jsdoc(comment, 1)],
    isAbstract: true,
    parameters: laidOut(`  abstract ${spelled}`, parameters, returns),
    returnType: returns,
  }
}

/** The parameters of a method, on its line, or on separate lines if that would be too long. */
export function laidOut(before: string, parameters: readonly Parameter[], returns: string): Parameter[] {
  const list = parameters.map(
    ({ name, hasQuestionToken, type }) => `${name}${hasQuestionToken ? '?' : ''}: ${type}`,
  )
  const { length } = `${before}(${list.join(', ')}): ${returns};`
  return length <= WIDTH ? [...parameters] : onLines(parameters)
}

/** Puts each parameter on its own line, with a trailing comma. */
function onLines(parameters: readonly Parameter[]): Parameter[] {
  const last = parameters.length - 1
  return parameters.map((parameter, index) => ({
    ...parameter,
    leadingTrivia: `${LINE_END}    `,
    trailingTrivia: index === last ? `,${LINE_END}  ` : ',',
  }))
}
