import { readFileSync } from 'node:fs'

interface Manifest {
  readonly description: string
  readonly version: string
  readonly repository: { readonly url: string }
}

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Manifest

export const { description, version } = manifest

/** The address of the repository that package.json names. */
export const REPOSITORY = manifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, '')

/** The address of a file or a folder of the repository. GitHub leads from `blob` to `tree` where it is a folder. */
export const fileAddress = (path: string): string => `${REPOSITORY}/blob/main/${path}`
