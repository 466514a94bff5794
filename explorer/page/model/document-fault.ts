import { isObject } from './json.js'

/**
 * The reason why a JSON value is not a JSON:API document, as the end of a sentence; undefined if it is such a
 * document.
 */
export function documentFault(document: unknown): string | undefined {
  if (!isObject(document)) return 'it is not an object'
  const { data, included, errors } = document
  if (!['data', 'errors', 'meta', 'atomic:results'].some((name) => Object.hasOwn(document, name))) {
    return 'it has no "data", "errors" or "meta"'
  }
  if (errors !== undefined && !(Array.isArray(errors) && errors.every(isObject))) {
    return '"errors" is not a list of error objects'
  }
  if (included !== undefined && !Array.isArray(included)) return '"included" is not a list'
  return (
    (Array.isArray(data)
      ? firstFault('/data', data)
      : data === undefined || data === null
        ? undefined
        : faultOfRecord('/data', data)) ?? firstFault('/included', included ?? [])
  )
}

function firstFault(pointer: string, records: readonly unknown[]): string | undefined {
  for (const [at, record] of records.entries()) {
    const fault = faultOfRecord(`${pointer}/${at}`, record)
    if (fault !== undefined) return fault
  }
  return undefined
}

function faultOfRecord(pointer: string, record: unknown): string | undefined {
  if (!isObject(record)) return `${pointer} is not a resource object`
  const missing = ['type', 'id'].find((name) => typeof record[name] !== 'string')
  return missing === undefined ? undefined : `${pointer} needs a "${missing}" that is a string`
}
