/** The locations where annotations are allowed. */
export type AnnotationPlace = 'model' | 'column' | 'relation' | 'generator'

/** Every annotation, with its permitted locations. */
export const ANNOTATIONS: ReadonlyMap<string, readonly AnnotationPlace[]> = new Map<
  string,
  readonly AnnotationPlace[]
>([
  ['defaults', ['generator']],
  ['resource', ['model']],
  ['attribute', ['model', 'column']],
  ['readOnly', ['column']],
  ['version', ['column']],
  ['hidden', ['column', 'relation']],
  ['filter', ['model', 'column']],
  ['defaultFilter', ['model', 'column']],
  ['stat', ['model', 'column']],
  ['extraField', ['model']],
  ['sideload', ['model', 'relation']],
  ['sideloadWhitelist', ['model']],
  ['deprecated', ['model', 'column', 'relation']],
])

/** The locations' names in messages. */
export function describePlaces(places: readonly AnnotationPlace[]): readonly string[] {
  return places.map((place) => {
    switch (place) {
      case 'model':
        return 'above a model'
      case 'column':
        return 'above a column'
      case 'relation':
        return 'above a relation'
      case 'generator':
        return 'above the jsonapi-gen generator'
    }
  })
}
