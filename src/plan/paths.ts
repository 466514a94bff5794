import { isAbsolute, relative, resolve } from 'node:path'
import type { Report } from '../diagnostic/report.js'
import { createSource, spanOf, type Span } from '../source/source.js'
import { realPathOf } from './real-path.js'

/** Whether a path is equal to a folder or inside it. Both are absolute. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (!way.startsWith('..') && !isAbsolute(way))
}

/** Reports every output path that, once resolved, is outside the output's root (JG601). */
export function checkPaths(root: string, paths: readonly string[], report: Report): void {
  for (const path of paths) {
    const target = resolve(root, path)
    if (target !== root && isInside(root, target)) continue
    report.add('JG601', placeOfFile(target), `This path is not in the output folder ${root}`)
  }
}

/**
 * Reports an output folder that seems to be next to the schema, but is elsewhere because of a symbolic link (JG602). If
 * this is intended, the user can name the real folder.
 */
export async function checkRoot(root: string, base: string, report: Report): Promise<void> {
  if (!isInside(base, root)) return
  const target = await realPathOf(root)
  if (isInside(await realPathOf(base), target)) return
  report.add('JG602', placeOfFile(root), `The output folder is a link to ${target}, which is not followed`, {
    help: 'if this is intended, set the target of the link as the output folder',
  })
}

/** A location for a diagnostic about a file whose text does not matter. */
export function placeOfFile(path: string): Span {
  return spanOf(createSource(path, ''), 0)
}
