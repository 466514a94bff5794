import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Finds locations in the application's own code. */
export interface Sources {
  /** `PostResource.filterPopular, src/api/post.resource.ts:14`, with the parts that are found. */
  place(className: string, method: string): string
}

const LEFT_OUT = new Set(['node_modules', 'dist', 'generated', '.git', 'coverage'])

/** Reads the TypeScript files in a folder, except generated ones. */
export function sourcesIn(folder: string): Sources {
  const files = new Map<string, readonly string[]>()
  const read = (path: string, depth: number): void => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const at = join(path, entry.name)
      if (entry.isDirectory() && depth < 8 && !LEFT_OUT.has(entry.name)) read(at, depth + 1)
      else if (/\.[cm]?tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts')) {
        files.set(relative(folder, at), readFileSync(at, 'utf8').split('\n'))
      }
    }
  }
  read(folder, 0)
  const known = new Map<string, string>()
  return {
    place(className, method) {
      const key = `${className}.${method}`
      const found = known.get(key) ?? find(className, method)
      known.set(key, found)
      return found
    },
  }

  function find(className: string, method: string): string {
    const name = method === '' ? className : `${className}.${method}`
    let place = name
    for (const [file, lines] of files) {
      const start = lines.findIndex((line) => new RegExp(`\\bclass ${className}\\b`).test(line))
      if (start === -1) continue
      const line = method === '' ? -1 : lineOf(lines, start, method)
      // Two classes may have the same name: the one with the method is chosen.
      if (line !== -1) return `${name}, ${file}:${line + 1}`
      if (place === name) place = `${name}, ${file}:${start + 1}`
    }
    return place
  }
}

/** The line that declares a method, or else the first line that contains its name. */
function lineOf(lines: readonly string[], start: number, method: string): number {
  const modifiers = '(?:(?:override|async|static|protected|public|get)\\s+)*'
  const declared = new RegExp(`^\\s+${modifiers}${escaped(method)}\\s*[<(=]`)
  const named = new RegExp(`\\b${escaped(method)}\\b`)
  const own = lines.findIndex((line, index) => index > start && declared.test(line))
  return own === -1 ? lines.findIndex((line, index) => index > start && named.test(line)) : own
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
