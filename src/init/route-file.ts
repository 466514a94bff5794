import { join, posix } from 'node:path'
import { isThere } from '../file/is-there.js'
import type { Bundler } from '../pipeline/bundler.js'
import type { Imports } from '../schema/types.js'
import { moduleFrom } from './client-module.js'
import { type FirstFile, firstFile } from './templates.js'

/** The file where a framework's own router calls the API. */
export interface RouteFile {
  /** The path, relative to the project. */
  readonly path: string
  readonly isThere: boolean
  text(): Promise<string>
}

/** The project that a route file is written for. */
export interface RoutedProject {
  readonly cwd: string
  readonly bundler: Bundler
  /** The folder of the generated API, relative to the project. */
  readonly output: string
  readonly imports: Imports
}

/** The file that serves the API below `/api` in a framework that bundles its routes. */
export async function routeFileOf({ cwd, bundler, output, imports }: RoutedProject): Promise<RouteFile> {
  const { path, template } = await placeOf(bundler, cwd)
  const module = moduleFrom(path, posix.join(output, 'routes/index.ts'), imports)
  return {
    path,
    isThere: await isThere(join(cwd, path)),
    text: () => firstFile(template, { module, output }),
  }
}

interface Place {
  readonly path: string
  readonly template: FirstFile
}

async function placeOf(bundler: Bundler, cwd: string): Promise<Place> {
  switch (bundler) {
    case 'Next.js': {
      // Next.js uses src/app only if there is no app.
      const isInSource = !(await isThere(join(cwd, 'app'))) && (await isThere(join(cwd, 'src/app')))
      const folder = `${isInSource ? 'src/' : ''}app/api`
      // The optional catch-all route also matches /api, which lists the collections. Next.js refuses to have both.
      const required = `${folder}/[...path]/route.ts`
      const isRequired = await isThere(join(cwd, required))
      return { path: isRequired ? required : `${folder}/[[...path]]/route.ts`, template: 'route/next.ts' }
    }
    case 'SvelteKit':
      return { path: 'src/routes/api/[...path]/+server.ts', template: 'route/sveltekit.ts' }
    case 'TanStack Start':
      return { path: 'src/routes/api/$.ts', template: 'route/tanstack-start.ts' }
    case 'Nuxt':
      return { path: 'server/api/[...].ts', template: 'route/nuxt.ts' }
  }
}
