import type { ContractDocument, OpenApiSource, OpenApiDocument } from '@jsonapi-gen/runtime'
import { contractIn } from '@jsonapi-gen/runtime/vocabulary'

/**
 * The OpenAPI document of an API, as exported by `generated/openapi.gen.ts`. The document is built on the first request
 * for it, so a server that never receives such a request does not keep it in memory.
 *
 * ```ts
 * export const api = createApi({ registry, controllers, openapi });
 * ```
 */
export class OpenApi implements OpenApiSource {
  readonly #make: () => Promise<OpenApiDocument>
  readonly #contract: () => Promise<ContractDocument>
  #made: Promise<OpenApiDocument> | undefined

  /** For generated code; `openApiFrom` creates it from a contract. */
  constructor(make: () => Promise<OpenApiDocument>, contract: () => Promise<ContractDocument>) {
    this.#make = make
    this.#contract = contract
  }

  /** Loads the contract that the document is built from, and that the explorer shows. */
  contract(): Promise<ContractDocument> {
    return this.#contract()
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
function documentFrom(changed: OpenApiDocument): OpenApiDocument {
  const isObject = typeof changed === 'object' && changed !== null
  if (isObject && typeof changed.paths === 'object' && changed.paths !== null) return changed
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
    const [loaded, { openApiOf }] = await Promise.all([
      contractOf(),
      // Loaded when the document is made.
      import('./openapi-of.js'),
    ])
    const contract = contractIn(loaded)
    try {
      return openApiOf(contract)
    } catch (error) {
      throw new TypeError(
        'generated/contract.gen.json was changed after generate wrote it. Run jsonapi-gen generate.',
        { cause: error },
      )
    }
  }, contractOf)
}
