import { type Deprecable, deprecationText } from '@jsonapi-gen/runtime/vocabulary'

/**
 * The text of a comment: a description, and the tag for which editors strike a name through. Undefined if there is
 * neither.
 */
export function docOf({
  description,
  deprecated,
}: Deprecable & { readonly description?: string | undefined }): string | undefined {
  const tag = deprecated && deprecationText(deprecated, '@deprecated Since')
  return [description, tag].filter((line) => line !== undefined).join('\n') || undefined
}
