import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const FORMAT = 'node_modules/jsonapi-gen/schema.json'

/**
 * The path from a folder to the JSON Schema of the format, for editors. A workspace may have its packages at the root of the
 * repository. Where the package is installed nowhere, it is where `npm install` puts it.
 */
export function formatPath(folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    if (existsSync(join(above, FORMAT))) {
      return `${relative(folder, above).replaceAll('\\', '/') || '.'}/${FORMAT}`
    }
    if (above === dirname(above)) return `./${FORMAT}`
  }
}
