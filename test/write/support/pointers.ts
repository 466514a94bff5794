import { errorsOf } from './documents.js'
import type { Answer } from './send.js'

/** The pointers of a response's errors that do not resolve in the request, or that have no `meta` (rule 13.2). */
export function danglingPointers(answer: Answer, request: unknown): readonly string[] {
  return errorsOf(answer).flatMap(({ pointer, meta }) =>
    pointer === undefined || (resolves(request, pointer) && meta !== undefined) ? [] : [pointer],
  )
}

/** The pointers of a response's errors that do not resolve in the request. */
export const unresolvedPointers = (answer: Answer, request: unknown): readonly string[] =>
  errorsOf(answer).flatMap(({ pointer }) =>
    pointer === undefined || resolves(request, pointer) ? [] : [pointer],
  )

function resolves(value: unknown, pointer: string): boolean {
  let current = value
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return false
    current = Reflect.get(current, name)
  }
  return true
}
