interface ErrorLike {
  readonly status?: unknown
  readonly source?: { readonly pointer?: string }
}

/** The faults in the document of a response to operations, or an empty list if it is valid. */
export function faultsOf(sent: unknown, document: unknown, status: number): readonly string[] {
  const operations: unknown = Reflect.get(Object(sent), 'atomic:operations')
  const count = Array.isArray(operations) ? operations.length : -1
  if (typeof document !== 'object' || document === null) return ['no object']
  const results: unknown = Reflect.get(document, 'atomic:results')
  const errors: unknown = Reflect.get(document, 'errors')
  if (status === 200) {
    if (errors !== undefined) return ['errors beside results']
    if (!Array.isArray(results) || results.length !== count) return ['not a result for each operation']
    return results.flatMap((result: { data?: { type?: unknown; id?: unknown } }) => {
      const isEmpty = Object.keys(result).length === 0
      return isEmpty || (typeof result.data?.type === 'string' && typeof result.data.id === 'string')
        ? []
        : ['a result']
    })
  }
  if (results !== undefined) return ['results beside errors']
  if (!Array.isArray(errors) || errors.length === 0) return ['no errors']
  return errors.flatMap(({ status: own, source }: ErrorLike) => {
    const pointer = source?.pointer
    const isThere = pointer === undefined || resolves(sent, pointer)
    return typeof own === 'string' && isThere ? [] : [`an error at ${pointer}`]
  })
}

/** Whether a pointer refers to an existing value. */
function resolves(document: unknown, pointer: string): boolean {
  let at: unknown = document
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false
    at = Reflect.get(at, name)
  }
  return true
}
