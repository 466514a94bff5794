import { castTo } from '../base/cast.js'
import { type Contract, CONTRACT_VERSION } from '../vocabulary/contract.js'

/**
 * The contract of an API: `generated/contract.gen.json`.
 *
 * ```ts
 * import contract from './generated/contract.gen.json' with { type: 'json' };
 * ```
 */
export interface ContractDocument {
  /** The version of the contract format. */
  readonly contract: number
  /** Whether writes accept the `Idempotency-Key` header. */
  readonly idempotency?: boolean
  /** The resources, by JSON:API type. */
  readonly resources: Readonly<Record<string, object>>
}

/**
 * An OpenAPI 3.1 document, as plain data.
 *
 * ```ts
 * const described = openapi.with((document: OpenApiDocument) => ({
 *   ...document,
 *   info: { ...document.info, title: 'The blog', version: '2.1.0' },
 * }));
 * ```
 */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly [name: string]: unknown }
  readonly paths: Readonly<Record<string, object>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, object>>>>
  readonly [name: string]: unknown
}

/**
 * The OpenAPI document of an API, as exported by `generated/openapi.gen.ts`. The document is built on the first request
 * for it, so a server that never receives such a request does not keep it in memory.
 *
 * ```ts
 * export const api = createApi({ registry, controllers, openapi });
 * ```
 */
export class OpenApi {
  readonly #make: () => Promise<OpenApiDocument>
  readonly #contract: (() => Promise<ContractDocument>) | undefined
  #made: Promise<OpenApiDocument> | undefined

  /** For generated code; `openApiFrom` creates it from a contract. */
  constructor(make: () => Promise<OpenApiDocument>, contract?: () => Promise<ContractDocument>) {
    this.#make = make
    this.#contract = contract
  }

  /**
   * Loads the contract from which the document is built, and which the explorer shows. Undefined if there is no
   * contract.
   */
  get contract(): (() => Promise<ContractDocument>) | undefined {
    return this.#contract
  }

  /**
   * Returns the same document with your changes, for example to the title, servers, paths or security schemes.
   *
   * ```ts
   * const described = openapi.with((document) => ({ ...document, info: { ...document.info, title: 'The blog' } }));
   * export const api = createApi({ registry, controllers, openapi: described });
   * ```
   *
   * The change runs once, at the first request for the document. If it throws, or returns something that is not a
   * document, the response is 500.
   */
  with(change: (document: OpenApiDocument) => OpenApiDocument): OpenApi {
    return new OpenApi(async () => documentFrom(await change(await this.document())), this.#contract)
  }

  /**
   * The document itself.
   *
   * ```ts
   * const { paths } = await openapi.document();
   * ```
   *
   * Rejects with a TypeError if the contract is invalid or has a different format version. In that case, generate it
   * again.
   */
  document(): Promise<OpenApiDocument> {
    // If loading fails, the next request tries again.
    this.#made ??= this.#make().catch((error: unknown) => {
      this.#made = undefined
      throw error
    })
    return this.#made
  }
}

/** The value that a change returned, if it is a document, because JavaScript does not check return values. */
function documentFrom(changed: unknown): OpenApiDocument {
  const isObject = typeof changed === 'object' && changed !== null
  if (isObject && 'paths' in changed && typeof changed.paths === 'object' && changed.paths !== null) {
    return castTo<OpenApiDocument>(changed)
  }
  const what = isObject ? 'a document without paths' : String(changed)
  throw new TypeError(
    `The function passed to openapi.with returned ${what}. It must return the document: ({ ...document, … }).`,
  )
}

/**
 * Creates the OpenAPI document for a contract, which is loaded when needed. `generated/openapi.gen.ts` calls it with an
 * `import()` of the contract.
 *
 * ```ts
 * export const described = openApiFrom(async () => ({ default: contract }));
 * ```
 */
export function openApiFrom(load: () => Promise<{ readonly default: ContractDocument }>): OpenApi {
  const contractOf = async (): Promise<ContractDocument> => (await load()).default
  return new OpenApi(async () => {
    const [contract, { openApiOf }] = await Promise.all([
      contractOf(),
      // Loaded when the document is made.
      import('../openapi/openapi-of.js'),
    ])
    checkContract(contract)
    try {
      return castTo<OpenApiDocument>(openApiOf(castTo<Contract>(contract)))
    } catch (error) {
      throw new TypeError(refusal('was changed after generate wrote it'), { cause: error })
    }
  }, contractOf)
}

/** Throws a TypeError if the value is not a contract, or has a different format version. */
export function checkContract(contract: ContractDocument): void {
  const fault = faultOf(contract)
  if (fault !== undefined) throw new TypeError(refusal(fault))
}

const refusal = (fault: string): string =>
  `The OpenAPI document is built from generated/contract.gen.json, which ${fault}. Run jsonapi-gen generate.`

function faultOf(contract: ContractDocument): string | undefined {
  const isObject = typeof contract === 'object' && contract !== null
  if (!isObject || typeof contract.contract !== 'number') return 'is not a contract'
  if (contract.contract !== CONTRACT_VERSION) {
    return `has format ${contract.contract}, but this runtime reads format ${CONTRACT_VERSION}`
  }
  return undefined
}

/** Whether the value is a document that has not been built yet. Another copy of the runtime may have created it. */
export function isOpenApi(openapi: OpenApi | OpenApiDocument): openapi is OpenApi {
  return 'document' in openapi && typeof openapi.document === 'function'
}

/** How requests are authenticated, by scheme name: `{ token: { type: 'http', scheme: 'bearer' } }`. */
export type SecuritySchemes = Readonly<
  Record<string, { readonly type: string; readonly [name: string]: unknown }>
>

/**
 * Adds the application's security schemes to a document. By default, any one of them is sufficient for a request.
 *
 * ```ts
 * const described = openapi.with((document) =>
 *   withSecurity(document, { session: { type: 'apiKey', in: 'cookie', name: 'session' } }),
 * );
 * export const api = createApi({ registry, controllers, openapi: described });
 * ```
 */
export function withSecurity(
  document: OpenApiDocument,
  schemes: SecuritySchemes,
  security: readonly Readonly<Record<string, readonly string[]>>[] = Object.keys(schemes).map((name) => ({
    [name]: [],
  })),
): OpenApiDocument {
  const { components = {} } = document
  const securitySchemes = { ...components['securitySchemes'], ...schemes }
  return { ...document, components: { ...components, securitySchemes }, security }
}
