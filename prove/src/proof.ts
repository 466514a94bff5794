import type { Controllers, Registry } from '@jsonapi-gen/runtime'

/** The database that the tool created for one world. The environment variable DATABASE_URL contains the same URL. */
export interface ProvedDatabase {
  /** `file:…`, `postgresql://…` or `mysql://…`. */
  readonly url: string
  /** `sqlite`, `postgresql` or `mysql`. */
  readonly provider: string
}

/** The application, connected to one database. */
export interface OpenedApi<Locals> {
  readonly api: {
    readonly prefix: string
    fetchWith(request: Request, locals: () => Promise<Locals>): Promise<Response>
  }
  readonly registry: Registry
  readonly controllers: Controllers<Locals>
  /** The application's Prisma Client, or its Kysely instance. */
  readonly client: object
  /** Disconnects. */
  close?(): unknown
}

/** A row of a table, keyed by the datamodel's column names. */
export type ProvedRow = Readonly<Record<string, unknown>>

/** A viewer whose requests have these headers. The application derives the locals from the headers. */
export interface RequestViewer {
  /** The headers of each request, such as `{ authorization: 'Bearer …' }` or `{ cookie: 'sid=…' }`. */
  readonly headers: Readonly<Record<string, string>>
}

/** The export of `prove.ts`: the viewers, and how the API is created. */
export type Proof<Locals> = ProofOptions<Locals> & (LocalsViewers<Locals> | HeaderViewers<Locals>)

/** Viewers that are defined by their locals. */
export interface LocalsViewers<Locals> {
  /** The locals of each viewer, keyed by the viewer's name in the report. */
  readonly viewers: Readonly<Record<string, Locals>>
  readonly localsOf?: undefined
}

/** Viewers that are defined by their request headers. */
export interface HeaderViewers<Locals> {
  /** The headers of each viewer, keyed by the viewer's name in the report. */
  readonly viewers: Readonly<Record<string, RequestViewer>>
  /**
   * The locals of a request, as the server passes them to the API. An API without locals, whose guards and scopes read
   * headers, returns undefined.
   */
  localsOf(request: Request): Locals | Promise<Locals>
}

/** How a proof creates the API, and what its viewers may see. */
export interface ProofOptions<Locals> {
  /**
   * Creates the API for a database. All modules of the application are reloaded for each database, after
   * DATABASE_URL is set, so most applications only need to return what their modules export.
   */
  open(database: ProvedDatabase): OpenedApi<Locals> | Promise<OpenedApi<Locals>>
  /**
   * The tables: an SQL file or a folder of migrations, relative to `prove.ts`, or a function that creates them. By
   * default, they are created from the generated facts, which is possible only on SQLite.
   */
  readonly tables?: string | ((client: object, database: ProvedDatabase) => unknown)
  /** Writes additional rows, such as rows that the application needs in order to run. */
  fill?(client: object): unknown
  /**
   * The column that contains a row's tenant. If the locals have no member with that name, pass the column together with
   * a function that returns the tenant of the locals. A viewer must learn nothing about the rows of other tenants.
   */
  readonly tenant?: string | { readonly column: string; of(locals: Locals): unknown }
  /** For each model: whether a viewer may see a row, independently of the API's scopes. */
  readonly sees?: Readonly<Record<string, (row: ProvedRow, locals: Locals) => boolean>>
  /** For each model: the columns that no response may depend on. */
  readonly secrets?: Readonly<Record<string, readonly string[]>>
}

/**
 * Defines the proof that `jsonapi-gen prove` runs. It must be the default export of `prove.ts`.
 *
 * ```ts
 * export default defineProof<Locals>({
 *   viewers: { guest: { user: undefined }, ann: { user: { id: 1, tenantId: 1 } } },
 *   open: () => ({ api, registry, controllers, client: prisma, close: () => prisma.$disconnect() }),
 * });
 * ```
 */
export function defineProof<Locals = undefined>(proof: Proof<Locals>): Proof<Locals> {
  return proof
}
