/**
 * Replaces our package when the floor of bench/tsc.bench.js is compiled. It has the same names, but its declarations
 * accept any object, and its scope is as simple as a handwritten one.
 */
export const UNTYPED = `
export type Decimal = { toString(): string }
export type StoreFacts = object

export interface Scope<Arguments extends { where?: unknown }> {
  where(condition: NonNullable<Arguments['where']>): Scope<Arguments>
}

export abstract class Resource {
  static useAdapter(adapter: object): void
  static type(value: string): void
  static model(value: string): void
  static facts(store: object): void
  static id(kind: string): void
  static attribute(name: string, options: string | object): void
  static allowFilter(name: string, options?: object, filter?: string): void
  static allowStat(stats: object): void
  static defaultSort(entries: readonly object[]): void
  static defaultPageSize(size: number): void
  static maxPageSize(size: number): void
  static belongsTo(name: string, options: object): void
  static hasMany(name: string, options: object): void
  static sideloadWhitelist(includes: object): void
  baseScope(context?: object): object
}

export class Controller<Locals = undefined> {
  static jsonapi(resource: new () => Resource): void
  readonly locals: Locals
  readonly params: { readonly id: string }
  readonly jsonapiResource: Resource
  recordScope(): object
  jsonapiCreate(): Promise<readonly [object, boolean]>
  jsonapiUpdate(): Promise<readonly [object, boolean]>
  jsonapiDestroy(): Promise<void>
  renderJsonapi(scope: object, options?: object): Promise<Response>
  renderErrorsFor(record: object): Response
  renderNothing(): Response
}

export class PrismaAdapter<Client> {
  constructor(client: Client)
}

export type Registry = Readonly<Record<string, new () => Resource>>
export function defineRegistry(registry: Registry): Registry

export class ResourceController<Locals = undefined> extends Controller<Locals> {
  index(): Promise<Response>
  show(): Promise<Response>
  create(): Promise<Response>
  update(): Promise<Response>
  destroy(): Promise<Response>
}
export type Controllers<Locals> = Readonly<Record<string, new () => Controller<Locals>>>

export interface Api<Locals> {
  readonly locals: Locals
}
export function createApi<Locals>(options: { readonly controllers: Controllers<Locals>; readonly registry: Registry; readonly operations: boolean; readonly openapi?: object }): Api<Locals>
export function toExpress(api: Api<undefined>): import('express').RequestHandler
`

// The members of a shape that describe a record; the other members are only for our types.
const TYPED = /^ {2}(filters|required|sorts|stats|extraFields|sideloads): (\{\n[^]*?\n {2}\}|[^\n;]*);\n/gm

/** A project file, without types from our package. */
export function withoutTypes(text) {
  return text
    .replaceAll(TYPED, '')
    .replaceAll(/(?<=^export type \w+Query = )QueryOf<\w+>/gm, 'object')
    .replaceAll(
      /^import type \{[^}]*\bQueryOf\b[^}]*\} from '@jsonapi-gen\/runtime\/v1';/gm,
      "import type { Decimal, Scope } from '@jsonapi-gen/runtime/v1';",
    )
    .replaceAll(/^import type \{ \w+Shape \} from .*\n/gm, '')
    .replaceAll('PrismaScope<', 'Scope<')
    .replaceAll(/(extends ApplicationResource)<\w+>/g, '$1')
    .replaceAll('import { Resource, type Shape }', 'import { Resource }')
    .replaceAll('<S extends Shape = Shape> extends Resource<S>', ' extends Resource')
}
