import { isToMany, targetsOf, type ResourceSchema, type Schema } from '../schema/schema.js'
import { emitDeclarations } from './declarations.js'
import type { FileNode, ImportNode } from './file.js'
import { namesOf, type Names } from './imports.js'
import { generic } from './layout/code.js'
import { layOut } from './layout/doc.js'
import { jsdoc } from './layout/jsdoc.js'
import { emitMethods, mentionsContext } from './methods.js'
import type { Modules } from './modules.js'
import { emitRecord } from './record.js'
import { emitShape } from './shape.js'
import { runtimeTypesOf, type RuntimeType } from './value-type.js'

/** `<singular>.gen.ts`: the Shape of a resource, and the abstract base that its hand-written class extends. */
export function emitResourceFile(resource: ResourceSchema, schema: Schema, modules: Modules): FileNode {
  const names = namesOf(resource, schema)
  const methods = emitMethods(resource, names, modules)
  const base = [
    jsdoc(`The base of ${names.resource}: what the schema says of ${resource.type}.`, 0),
    classHead(resource, names),
    [emitDeclarations(resource), ...methods].join('\n\n'),
    '}',
  ].join('\n')
  const record = names.recordImport === undefined ? [emitRecord(resource, names)] : []
  return {
    path: resourcePath(resource),
    note: `Extend it in ../${resource.names.file}.resource.ts, never here.`,
    directive: 'biome-ignore-all lint/complexity/noThisInStatic: in a static block, it is the class',
    imports: importsOf(resource, names, modules, methods),
    statements: [...record, emitShape(resource, names, modules), base],
  }
}

/** Where the generated file of a resource is. */
export function resourcePath({ names }: ResourceSchema): string {
  return `generated/${names.file}.gen.ts`
}

// On the null adapter the application chooses what a scope is.
function classHead({ adapter }: ResourceSchema, { base, shape }: Names): string {
  if (adapter === 'prisma') return `export abstract class ${base} extends ApplicationResource<${shape}> {`
  return layOut(
    [
      `export abstract class ${base}<Scope> extends `,
      generic('ApplicationResource', [`${shape}<Scope>`]),
      ' {',
    ],
    0,
  )
}

function importsOf(
  resource: ResourceSchema,
  names: Names,
  modules: Modules,
  methods: readonly string[],
): readonly ImportNode[] {
  const types = runtimeTypes(resource)
  const onNull = resource.adapter === 'null'
  const runtime = onNull ? ['NullAdapter', ...types.map((type) => `type ${type}`)] : types
  const related = [...new Set(resource.sideloads.flatMap(targetsOf))].filter((type) => type !== resource.type)
  const modulesOfRelated = related.map((type) => ({ type, module: modules.moduleOf(type) }))
  return [
    ...importing('@jsonapi-gen/runtime/v1', !onNull, runtime),
    ...(names.recordImport === undefined || modules.client === undefined
      ? []
      : importing(modules.client, true, inOrder([names.recordImport, 'Prisma']))),
    ...importing(
      '../application.controller.js',
      true,
      mentionsContext(methods) ? ['ApplicationController'] : [],
    ),
    ...importing('../application.resource.js', false, ['ApplicationResource']),
    ...modulesOfRelated
      .toSorted((a, b) => (a.module < b.module ? -1 : 1))
      .flatMap(({ type, module }) => importing(module, true, [modules.shapeOf(type)])),
  ]
}

function importing(module: string, typeOnly: boolean, names: readonly string[]): readonly ImportNode[] {
  return names.length === 0 ? [] : [{ module, typeOnly, names }]
}

function runtimeTypes(resource: ResourceSchema): readonly RuntimeType[] {
  const values = [
    ...resource.attributes.map(({ type }) => type),
    ...resource.filters.map(({ type }) => type),
    ...resource.extraFields.map(({ type }) => type),
  ]
  const shapes = resource.sideloads.map((sideload) => (isToMany(sideload) ? 'ToMany' : 'ToOne'))
  const used: readonly RuntimeType[] = [
    ...values.flatMap(runtimeTypesOf),
    ...(resource.filters.length > 0 ? (['Filter'] as const) : []),
    ...(resource.adapter === 'prisma' ? (['PrismaScope'] as const) : []),
    ...shapes,
  ]
  return inOrder([...new Set(used)])
}

function inOrder<Name extends string>(names: readonly Name[]): readonly Name[] {
  return names.toSorted((a, b) => (a < b ? -1 : 1))
}
