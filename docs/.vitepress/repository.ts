import { readFileSync } from 'node:fs'

interface Manifest {
  readonly description: string
  readonly version: string
  readonly repository: { readonly url: string }
}

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Manifest

export const { description, version } = manifest

/** The URL of the repository, from package.json. */
export const REPOSITORY = manifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, '')

/** The URL of a file or a folder in the repository. For a folder, GitHub redirects from `blob` to `tree`. */
export const fileAddress = (path: string): string => `${REPOSITORY}/blob/main/${path}`
