import type { Controllers, Registry } from '@jsonapi-gen/runtime'

/** The database that the tool created for one world. The environment variable DATABASE_URL contains the same URL. */
export interface ProvedDatabase {
  /** `file:…`, `postgresql://…` or `mysql://…`. */
  readonly url: string
  /** `sqlite`, `postgresql` or `mysql`. */
  readonly provider: string
}

/** The application over one database. */
export interface OpenedApi<Locals> {
  readonly api: {
    readonly prefix: string
    fetchWith(request: Request, locals: () => Promise<Locals>): Promise<Response>
  }
  readonly registry: Registry
  readonly controllers: Controllers<Locals>
  /** The application's Prisma Client, or its Kysely. */
  readonly client: object
  /** Disconnects. */
  close?(): unknown
}

/** A row of a table: its columns, with the names of the datamodel. */
export type ProvedRow = Readonly<Record<string, unknown>>

/** What `prove.ts` exports: who asks, and how the API is created. */
export interface Proof<Locals> {
  /** The locals of each viewer, by a name for the report. */
  readonly viewers: Readonly<Record<string, Locals>>
  /**
   * Creates the API over a database. All modules of the application are loaded anew for each database, and DATABASE_URL
   * is set before that, so most applications only return what their modules export.
   */
  open(database: ProvedDatabase): OpenedApi<Locals> | Promise<OpenedApi<Locals>>
  /**
   * The tables: a file of SQL, or a folder of migrations, relative to `prove.ts`; or a function that creates them. By
   * default, they are created from the generated facts, which is possible on SQLite.
   */
  readonly tables?: string | ((client: object, database: ProvedDatabase) => unknown)
  /** Writes rows that the tool should find beside its own, such as those that the application cannot do without. */
  fill?(client: object): unknown
  /**
   * The column that names a row's tenant, if the locals have a member of that name; or the column and a function of the
   * locals. A viewer must learn nothing about rows of other tenants.
   */
  readonly tenant?: string | { readonly column: string; of(locals: Locals): unknown }
  /** Whether a viewer may see a row, by model. It is asked independently of the API's scopes. */
  readonly sees?: Readonly<Record<string, (row: ProvedRow, locals: Locals) => boolean>>
  /** Columns, by model, that no response may depend on. */
  readonly secrets?: Readonly<Record<string, readonly string[]>>
}

/**
 * Declares what `jsonapi-gen prove` runs with. The file `prove.ts` exports the result by default.
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
