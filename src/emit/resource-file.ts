import { targetsOf, type AttributeSchema, type ResourceSchema, type Schema } from '../schema/schema.js'
import type { Engine } from '../schema/types.js'
import { emitDeclarations, ownAdapter } from './declarations.js'
import type { ClassNode, FileNode, ImportedName, ImportNode, InterfaceNode } from './file.js'
import { importOf } from './import.js'
import { generic, unionProperty } from './layout/code.js'
import { layOut } from './layout/doc.js'
import { jsdoc } from './layout/jsdoc.js'
import { emitMethods, type MethodNode } from './methods.js'
import type { Modules } from './modules.js'
import { extraFieldsName, inputName, isOwnName, namesOf, type Names } from './names.js'
import { type OwnTypes, ownTypesOf } from './own-types.js'
import { emitRecord } from './record.js'
import { property } from './property.js'
import { emitScope, emitShape, isShown } from './shape.js'
import { importsOfStore } from './store-file.js'
import { argumentOf, propertyType, runtimeTypesOf, type RuntimeType } from './value-type.js'

/** `<singular>.gen.ts`: the Shape of a resource, its query, and the abstract base that its hand-written class extends. */
export function emitResourceFile(resource: ResourceSchema, schema: Schema, modules: Modules): FileNode {
  const names = namesOf(resource, schema)
  const methods = emitMethods(resource, names, modules)
  const ownTypes = ownTypesOf(resource, (name) => isOwnName(name, names))
  return {
    path: resourcePath(resource),
    note: `Extend it in ../${resource.names.file}.resource.ts, never here.`,
    imports: [...importsOf(resource, schema, names, modules), ...ownTypes.imports],
    statements: [
      emitRecord(resource, names, schema, ownTypes),
      ...emitScope(resource, schema, names),
      ...emitInputs(resource, names),
      ...emitExtraFields(resource, names),
      emitShape(resource, schema, names, modules, ownTypes),
      emitQuery(resource, schema, names),
      emitBase(resource, schema.adapter, { names, methods, ownTypes }),
    ],
  }
}

/** The path of a resource's generated file. */
export function resourcePath({ names }: ResourceSchema): string {
  return `generated/${names.file}.gen.ts`
}

/** The inputs of the resource's own actions, as passed to their methods. */
function emitInputs({ ownActions, type }: ResourceSchema, names: Names): readonly InterfaceNode[] {
  return ownActions
    .filter(({ input }) => input.length > 0)
    .map(({ name, input }) => ({
      kind: 'interface',
      docs: [jsdoc(`The input of \`${name}\` of ${type}.`, 0)],
      name: inputName(names, name),
      isExported: true,
      properties: input.map((each) => inputProperty(each)),
    }))
}

/** The extra fields that one method computes for all records. A request may need only some of them. */
function emitExtraFields({ extraFields, type }: ResourceSchema, names: Names): readonly InterfaceNode[] {
  const together = extraFields.filter(({ isTogether }) => isTogether)
  if (together.length === 0) return []
  return [
    {
      kind: 'interface',
      docs: [jsdoc(`The requested extra fields of a record of ${type}.`, 0)],
      name: extraFieldsName(names),
      isExported: true,
      properties: together.map(({ name, type: value }) => ({
        ...property(name, propertyType(value)),
        isReadonly: true,
        hasQuestionToken: true,
      })),
    },
  ]
}

/** A value may be missing if a request may omit it and no default fills it in. */
function inputProperty({ name, type, default: preset, required, description }: AttributeSchema) {
  const isOptional = preset === undefined && !(required ?? !type.nullable)
  const { name: spelled, ...rest } = property(name, unionProperty(argumentOf(type)))
  return {
    ...rest,
    name: spelled,
    isReadonly: true,
    hasQuestionToken: isOptional,
    ...(description !== undefined && { docs: [jsdoc(description.trim(), 1)] }),
  }
}

function emitQuery(resource: ResourceSchema, schema: Schema, { query, shape }: Names): InterfaceNode {
  return {
    kind: 'interface',
    docs: [jsdoc(`A query of ${resource.type}.`, 0)],
    name: query,
    isExported: true,
    properties: queryMembers(resource, schema).map(({ name, type }) => ({
      ...property(name, `${type}<${shape}>`),
      isReadonly: true,
      hasQuestionToken: true,
    })),
  }
}

/** The parameters of a query, without those that the resource does not support. */
function queryMembers(
  resource: ResourceSchema,
  schema: Schema,
): readonly { readonly name: string; readonly type: RuntimeType }[] {
  const { sideloads, stats } = resource
  const hasExtraFields = withIncluded(resource, schema).some(({ extraFields }) => extraFields.length > 0)
  return [
    { name: 'filter', type: 'FiltersOf' },
    { name: 'sort', type: 'SortOf' },
    { name: 'page', type: 'PageOf' },
    ...(sideloads.length > 0 ? ([{ name: 'include', type: 'IncludeOf' }] as const) : []),
    { name: 'fields', type: 'FieldsOf' },
    ...(hasExtraFields ? ([{ name: 'extraFields', type: 'ExtraFieldsOf' }] as const) : []),
    ...(stats.length > 0 ? ([{ name: 'stats', type: 'StatsOf' }] as const) : []),
  ]
}

/** A resource, and every resource that its queries can include. */
function withIncluded(resource: ResourceSchema, { resources }: Schema): readonly ResourceSchema[] {
  const found = new Set([resource])
  for (const { sideloads } of found) {
    for (const type of sideloads.flatMap(targetsOf)) {
      const target = resources.find((each) => each.type === type)
      if (target) found.add(target)
    }
  }
  return [...found]
}

// On the null adapter, the application chooses the type of scopes.
function emitBase(
  resource: ResourceSchema,
  engine: Engine,
  {
    names,
    methods,
    ownTypes,
  }: { readonly names: Names; readonly methods: readonly MethodNode[]; readonly ownTypes: OwnTypes },
): ClassNode {
  const onNull = resource.adapter === 'null'
  const { base, shape } = names
  const before = `export abstract class ${base}${onNull ? '<Scope>' : ''} extends `.length
  return {
    kind: 'class',
    docs: [jsdoc(`The base of ${names.resource}: what the schema declares for ${resource.type}.`, 0)],
    name: base,
    isExported: true,
    isAbstract: true,
    typeParameters: onNull ? ['Scope'] : [],
    extends: onNull
      ? layOut(generic('ApplicationResource', [`${shape}<Scope>`]), { depth: 0, before, after: 2 })
      : `ApplicationResource<${shape}>`,
    staticBlocks: [
      {
        statements: [
          ...emitDeclarations(resource, { base: onNull ? `${base}<unknown>` : base, ownTypes, engine }),
        ],
      },
    ],
    methods: [...methods],
  }
}

function importsOf(
  resource: ResourceSchema,
  schema: Schema,
  names: Names,
  modules: Modules,
): readonly ImportNode[] {
  const types = runtimeTypes(resource, schema, names)
  const own = ownAdapter(resource.adapter, schema.adapter)
  const onNull = resource.adapter === 'null'
  const runtime = onNull
    ? [{ name: 'NullAdapter' }, ...types.map((name) => ({ name, isTypeOnly: true }))]
    : types.map((name) => ({ name }))
  return [
    ...(resource.adapter === 'kysely' ? importing('@jsonapi-gen/kysely', [{ name: 'KyselyScope' }]) : []),
    ...importing('@jsonapi-gen/runtime/v1', runtime, !onNull),
    ...(resource.adapter !== 'prisma' || names.stored === undefined || modules.client === undefined
      ? []
      : importing(modules.client, byName([{ name: 'Prisma' }, names.stored]))),
    ...importing(modules.fileOf('../application.controller'), [{ name: 'ApplicationController' }]),
    importOf(modules.fileOf('../application.resource'), [
      { name: 'ApplicationResource' },
      ...(onNull || own === undefined ? [] : [{ name: own }]),
    ]),
    ...[
      ...relatedImports(resource, modules),
      ...(onNull ? [] : [importOf(modules.factsOf(resource.adapter), [{ name: 'store' }])]),
      ...(resource.adapter === 'kysely' && names.stored !== undefined
        ? importing(modules.fileOf('./store.gen'), importsOfStore(names.stored))
        : []),
    ].toSorted((a, b) => (a.moduleSpecifier < b.moduleSpecifier ? -1 : 1)),
    ...importing(
      modules.fileOf('./index.gen'),
      resource.scopes.some(({ isShared }) => isShared) ? [{ name: 'DefaultScopes' }] : [],
    ),
  ]
}

/** The imports of a resource's shape and methods from other files. */
function relatedImports(
  { type: own, sideloads, ownActions }: ResourceSchema,
  modules: Modules,
): readonly ImportNode[] {
  const custom = sideloads.flatMap((each) => (each.kind === 'custom' ? [each.resource] : []))
  const returned = ownActions.flatMap(({ output }) => (output.kind === 'meta' ? [] : [output.type]))
  const targets = sideloads.flatMap(targetsOf)
  return [...new Set([...targets, ...returned])]
    .filter((type) => type !== own)
    .map((type) => {
      const scope = custom.includes(type) ? modules.scopeOf(type) : undefined
      const names = [
        ...(custom.includes(type) || returned.includes(type) ? [modules.recordOf(type)] : []),
        ...(scope === undefined ? [] : [scope]),
        ...(targets.includes(type) ? [modules.shapeOf(type)] : []),
      ]
      return importOf(
        modules.moduleOf(type),
        names.map((name) => ({ name })),
        { typesOnly: true },
      )
    })
}

function importing(
  module: string,
  names: readonly ImportedName[],
  typesOnly: boolean = true,
): readonly ImportNode[] {
  return names.length === 0 ? [] : [importOf(module, names, { typesOnly })]
}

function byName(names: readonly ImportedName[]): readonly ImportedName[] {
  return names.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

function runtimeTypes(resource: ResourceSchema, schema: Schema, names: Names): readonly RuntimeType[] {
  // Attributes that nobody may read need an import only if this file declares the record's type.
  const attributes = resource.attributes.filter((each) => isShown(each) || names.stored === undefined)
  const values = [
    ...attributes.flatMap(({ type, own }) => (own?.type === undefined ? [type] : [])),
    ...resource.filters.flatMap(({ type, method }) =>
      // A custom filter receives an exact decimal as a string.
      method !== undefined && type.kind === 'decimal' ? [] : [type],
    ),
    ...resource.extraFields.map(({ type }) => type),
    // The method receives a decimal as text.
    ...resource.ownActions.flatMap(({ input }) =>
      input.flatMap(({ type }) => (type.kind === 'decimal' ? [] : type)),
    ),
  ]
  const shapes = resource.sideloads.map((sideload) => (sideload.many ? 'ToMany' : 'ToOne'))
  const used: readonly RuntimeType[] = [
    ...values.flatMap(runtimeTypesOf),
    ...resource.filters.map(({ method }) => (method === undefined ? 'Filter' : 'CustomFilter')),
    ...(resource.adapter === 'prisma' ? (['PrismaScope'] as const) : []),
    ...queryMembers(resource, schema).map(({ type }) => type),
    ...shapes,
  ]
  return [...new Set(used)].toSorted((a, b) => (a < b ? -1 : 1))
}
