import { isObject } from './is-object.js'
import type { Identifier } from './types/record-types.js'

/** Whether a value identifies a record by type and id. */
export const isIdentifier = (value: unknown): value is Identifier & Readonly<Record<string, unknown>> =>
  isObject(value) && typeof value['type'] === 'string' && typeof value['id'] === 'string'

/** Whether an id is the requested id. A database may ignore case and accents, and return its own spelling. */
export const isSameId = (found: string, id: string = found): boolean =>
  found.localeCompare(id, 'en', { sensitivity: 'base' }) === 0
