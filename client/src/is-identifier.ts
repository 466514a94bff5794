import { isObject } from './is-object.js'
import type { Identifier } from './types/record-types.js'

/** Whether a value says which record it is: by type and id. */
export const isIdentifier = (value: unknown): value is Identifier & Readonly<Record<string, unknown>> =>
  isObject(value) && typeof value['type'] === 'string' && typeof value['id'] === 'string'
