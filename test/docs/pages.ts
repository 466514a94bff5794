import { readdirSync } from 'node:fs'
import { at } from '../../scripts/lib/paths.js'

/** Every page for readers, by its path in the repository. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'runtime/README.md',
  'client/README.md',
  'AGENTS.md',
  'runtime/AGENTS.md',
  'client/AGENTS.md',
  'create/README.md',
  'examples/saas/README.md',
  'test/README.md',
  ...readdirSync(at('docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.startsWith('.vitepress/'))
    .map((name) => `docs/${name}`)
    .toSorted(),
]
