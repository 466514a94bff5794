import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Ended } from '../../create/support/project.js'

/** Runs a command in a folder, and throws an error with its output if it fails. */
export type Run = (folder: string, command: string, ...parameters: string[]) => Promise<Ended>

/** A framework with its own routes, and the commands of its tools that create, check, build and start an application. */
export interface MetaFramework {
  /** The name, which is also the heading on the page. */
  readonly name: string
  /** Creates an application in a new folder. */
  make(folder: string, run: Run): Promise<unknown>
  /** The commands that check types and build. */
  readonly checks: readonly string[]
  start(port: number): string
  dev(port: number): string
  /** A file that the development server loads again, and its route. */
  readonly route: string
}

/** Next 16 with its recommended defaults: the App Router and Turbopack. */
const next: MetaFramework = {
  name: 'Next.js',
  async make(folder, run) {
    await run(dirname(folder), 'npx', '--yes', 'create-next-app@16', 'app', '--yes', '--disable-git')
    // The fonts of its layout are downloaded from Google.
    await edit(join(folder, 'app/layout.tsx'), (text) =>
      text
        .replace(/^import \{.*next\/font\/google.*\n/m, '')
        .replaceAll(/^const geist\w+ = \w+\(\{[^}]*\}\);\n/gim, '')
        .replaceAll(/className=\{`[^`]*`\}/g, ''),
    )
  },
  checks: ['next build'],
  start: (port) => `next start -p ${port}`,
  dev: (port) => `next dev -p ${port}`,
  route: 'app/api/[[...path]]/route.ts',
}

const svelteKit: MetaFramework = {
  name: 'SvelteKit',
  make: (folder, run) =>
    run(
      dirname(folder),
      'npx',
      '--yes',
      'sv@latest',
      'create',
      'app',
      '--template',
      'minimal',
      '--types',
      'ts',
      '--no-add-ons',
      '--install',
      'npm',
    ),
  checks: ['svelte-kit sync', 'svelte-check --tsconfig tsconfig.json', 'vite build'],
  start: (port) => `vite preview --port ${port} --strictPort`,
  dev: (port) => `vite dev --port ${port} --strictPort`,
  route: 'src/routes/api/[...path]/+server.ts',
}

const tanStackStart: MetaFramework = {
  name: 'TanStack Start',
  make: (folder, run) =>
    run(
      dirname(folder),
      'npx',
      '--yes',
      '@tanstack/cli@latest',
      'create',
      'app',
      '--framework',
      'React',
      '--package-manager',
      'npm',
      '--no-git',
      '--no-intent',
      '-y',
    ),
  checks: ['vite build', 'tsc --noEmit'],
  start: (port) => `vite preview --port ${port} --strictPort`,
  dev: (port) => `vite dev --port ${port} --strictPort`,
  route: 'src/routes/api/$.ts',
}

/** Nuxt's own tool downloads its template from GitHub, so these are the template's files. */
const nuxt: MetaFramework = {
  name: 'Nuxt',
  async make(folder, run) {
    const files = {
      'package.json': JSON.stringify({ name: 'app', type: 'module', private: true }),
      'nuxt.config.ts':
        "export default defineNuxtConfig({\n  compatibilityDate: '2025-07-15',\n  devtools: { enabled: true }\n})\n",
      'tsconfig.json': JSON.stringify({
        files: [],
        references: ['app', 'server', 'shared', 'node'].map((part) => ({
          path: `./.nuxt/tsconfig.${part}.json`,
        })),
      }),
      'app/app.vue': '<template>\n  <NuxtWelcome />\n</template>\n',
    }
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    await run(folder, 'npm', 'install', '--no-audit', '--no-fund', 'nuxt@4', 'vue', 'vue-router')
    await run(folder, 'npm', 'install', '--no-audit', '--no-fund', '-D', 'vue-tsc', 'typescript@5')
    await run(folder, 'npx', 'nuxt', 'prepare')
  },
  checks: ['nuxt typecheck', 'nuxt build'],
  start: () => 'node --env-file=.env .output/server/index.mjs',
  dev: (port) => `nuxt dev --port ${port}`,
  route: 'server/api/[...].ts',
}

/** The frameworks on the page. */
export const META_FRAMEWORKS: readonly MetaFramework[] = [next, svelteKit, tanStackStart, nuxt]

/** Changes a file. */
export async function edit(path: string, change: (text: string) => string): Promise<void> {
  const text = change(await readFile(path, 'utf8'))
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}
