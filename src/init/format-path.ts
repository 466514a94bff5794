import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const FORMAT = 'node_modules/jsonapi-gen/schema.json'

/**
 * The path from a folder to the format's JSON Schema, for editors. A workspace may have its packages in the
 * repository's root. If the package is not installed, returns the path where `npm install` would put it.
 */
export function formatPath(folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    if (existsSync(join(above, FORMAT))) {
      return `${relative(folder, above).replaceAll('\\', '/') || '.'}/${FORMAT}`
    }
    if (above === dirname(above)) return `./${FORMAT}`
  }
}
