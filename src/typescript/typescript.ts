import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as TsMorph from 'ts-morph'

/** TypeScript, which is part of ts-morph. It is loaded only when a project is surveyed, because loading takes time. */
export function typescript(): typeof TsMorph.ts {
  const { ts }: typeof TsMorph = createRequire(import.meta.url)('ts-morph')
  return ts
}

/** The major version of TypeScript in a project; undefined if it has none. */
export function majorOfTypescript(folder: string): number | undefined {
  try {
    const path = createRequire(join(folder, 'package.json')).resolve('typescript/package.json')
    const { version }: { readonly version?: unknown } = JSON.parse(readFileSync(path, 'utf8'))
    return Number.parseInt(String(version), 10)
  } catch {
    return undefined
  }
}
