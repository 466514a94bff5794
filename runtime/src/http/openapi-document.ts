/**
 * An OpenAPI 3.1 document, as `generated/openapi.gen.ts` has it. It is plain data: put your own title, servers or paths into
 * a copy.
 *
 * ```ts
 * const document: OpenApiDocument = { ...openapi, info: { ...openapi.info, title: 'The blog', version: '2.1.0' } }
 * ```
 */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly [name: string]: unknown }
  readonly paths: Readonly<Record<string, object>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, object>>>>
  readonly [name: string]: unknown
}

/** How requests say who sends them, by the name of the scheme: `{ token: { type: 'http', scheme: 'bearer' } }`. */
export type SecuritySchemes = Readonly<
  Record<string, { readonly type: string; readonly [name: string]: unknown }>
>

/**
 * A document with the security schemes of the application. Unless it is said which of them a request needs, any one does.
 *
 * ```ts
 * const document = withSecurity(openapi, { session: { type: 'apiKey', in: 'cookie', name: 'session' } })
 * export const api = createApi({ registry, controllers, openapi: document })
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
