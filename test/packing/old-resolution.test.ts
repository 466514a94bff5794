import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'

interface Manifest {
  readonly main?: string
  readonly types?: string
  readonly typesVersions?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>
}

describe('packing/old-resolution: compilers that ignore `exports`', () => {
  test.each(['.', 'runtime', 'openapi', 'explorer', 'client', 'kysely', 'prove'])(
    '%s names the same files for compilers that ignore `exports`, including files of subpaths',
    (folder) => {
      const text = readFileSync(at(`${folder}/package.json`), 'utf8')
      const { main, types, typesVersions, exports } = JSON.parse(text) as Manifest
      const entries = Object.entries(exports).flatMap(([path, target]) =>
        typeof target === 'string' ? [] : [[path.slice(2), target] as const],
      )
      const subpaths = entries.filter(([path]) => path !== '').map(([path, target]) => [path, [target.types]])
      const { '': root } = Object.fromEntries(entries)
      expect({ main, types, typesVersions }).toEqual({
        main: root?.default,
        types: root?.types,
        typesVersions: subpaths.length > 0 ? { '*': Object.fromEntries(subpaths) } : undefined,
      })
    },
  )
})
