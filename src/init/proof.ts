import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from './manifest.js'

/** Whether a project depends on `@jsonapi-gen/prove`. */
export const isProved = (manifest: Manifest): boolean =>
  manifest.kind === 'read' && manifest.packages.has('@jsonapi-gen/prove')

/**
 * The remaining steps until `jsonapi-gen prove` runs. `generate --tests` writes `prove.ts`, because that file imports
 * generated modules.
 *
 * @param option the option of the command that names the schema
 */
export function proofSteps(manifest: Manifest, cwd: string, option: string): readonly string[] {
  if (manifest.kind !== 'read' || !isProved(manifest)) return []
  const isGenerated = manifest.scripts.includes('jsonapi:generate')
  return [
    ...(manifest.hasVitest ? [] : ['npm install --save-dev vitest, which jsonapi-gen prove needs']),
    ...(isGenerated && !existsSync(join(cwd, 'prove.ts'))
      ? [`npx jsonapi-gen generate${option} --tests writes prove.ts, which npm run jsonapi:prove needs`]
      : []),
  ]
}
