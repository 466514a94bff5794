import { readdir } from 'node:fs/promises'
import { basename, dirname, extname, join, relative } from 'node:path'
import { suggest } from '../diagnostic/suggest.js'
import { isThere } from './is-there.js'

/**
 * `. Did you mean "prisma/schema.prisma"?`, or an empty string: the end of a message about a path that does not exist.
 * `path` is absolute. The message names it as `shown`.
 */
export async function didYouMeanPath(path: string, shown: string): Promise<string> {
  const near = (await nearPath(path)) ?? (await besideIt(path))
  if (near === undefined) return ''
  const said = join(shown, relative(path, near)).replaceAll('\\', '/')
  return `. Did you mean "${shown.startsWith('./') ? './' : ''}${said}"?`
}

/** The existing path with the most similar segments; undefined if a folder contains no similar name. */
async function nearPath(path: string): Promise<string | undefined> {
  if (await isThere(path)) return path
  const parent = dirname(path)
  if (parent === path) return undefined
  const folder = await nearPath(parent)
  if (folder === undefined) return undefined
  if (await isThere(join(folder, basename(path)))) return join(folder, basename(path))
  const names = await readdir(folder).catch(() => [])
  const near = suggest(
    basename(path),
    names.filter((name) => extname(name) === extname(path)),
  )
  return near && join(folder, near)
}

/** The file of the same name inside Prisma's folder, or outside it. */
async function besideIt(path: string): Promise<string | undefined> {
  const candidates = [
    join(dirname(path), 'prisma', basename(path)),
    join(dirname(path), '..', basename(path)),
  ]
  for (const candidate of candidates) if (await isThere(candidate)) return candidate
  return undefined
}
