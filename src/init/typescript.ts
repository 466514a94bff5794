import { createRequire } from 'node:module'
import type * as TsMorph from 'ts-morph'

/** TypeScript, which ts-morph brings along. It is loaded only when a project is looked at, because that takes time. */
export function typescript(): typeof TsMorph.ts {
  const { ts }: typeof TsMorph = createRequire(import.meta.url)('ts-morph')
  return ts
}
