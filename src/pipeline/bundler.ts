import { readFile } from 'node:fs/promises'
import { upwards } from './package-there.js'

/** A framework that bundles a project, reloads it during development, and calls the API in a route of its own. */
export type Bundler = 'Next.js' | 'SvelteKit' | 'TanStack Start' | 'Nuxt'

const BUNDLERS: readonly (readonly [string, Bundler])[] = [
  ['next', 'Next.js'],
  ['@sveltejs/kit', 'SvelteKit'],
  ['@tanstack/react-start', 'TanStack Start'],
  ['@tanstack/solid-start', 'TanStack Start'],
  ['nuxt', 'Nuxt'],
]

/** The path of the route that calls the API, below which these frameworks usually serve data. */
export const BUNDLED_PREFIX = '/api'

/** The framework among a project's dependencies. */
export function bundlerAmong(packages: ReadonlySet<string>): Bundler | undefined {
  return BUNDLERS.find(([name]) => packages.has(name))?.[1]
}

/** The framework of the project that contains a folder. */
export async function bundlerAround(folder: string): Promise<Bundler | undefined> {
  const path = await upwards(folder, 'package.json')
  const text = path === undefined ? '{}' : await readFile(path, 'utf8').catch(() => '{}')
  return bundlerAmong(new Set(BUNDLERS.map(([name]) => name).filter((name) => text.includes(`"${name}":`))))
}
