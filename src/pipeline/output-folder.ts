import { resolve } from 'node:path'
import type { Schema } from '../schema/schema.js'

/** The output folder of a schema, relative to its base; the default is `src/api`. */
export function outputOf({ output }: Pick<Schema, 'output'>, base: string): string {
  return resolve(base, output ?? 'src/api')
}
