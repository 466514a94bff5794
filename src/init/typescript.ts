import { createRequire } from 'node:module'
import type * as TsMorph from 'ts-morph'

/** TypeScript, which ts-morph brings along: loaded where a project is looked at, for it takes its time. */
export function typescript(): typeof TsMorph.ts {
  const { ts }: typeof TsMorph = createRequire(import.meta.url)('ts-morph')
  return ts
}
