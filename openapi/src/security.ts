import type { OpenApiDocument } from '@jsonapi-gen/runtime'

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
