import { existsSync } from 'node:fs'
import { at } from './paths.js'

/** If the packages of this clone are not installed, says which command installs them, and ends the program. */
export function requirePackages() {
  if (existsSync(at('node_modules/typescript-7'))) return
  console.error('Run npm ci first.')
  process.exit(2)
}
