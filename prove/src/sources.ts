import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Finds locations in the application's own code. */
export interface Sources {
  /** `PostResource.filterPopular, src/api/post.resource.ts:14`, with the parts that are found. */
  place(className: string, method: string): string
  /**
   * `PostResource.allowFilter('popular'), src/api/post.resource.ts:9`: the place of a declaration without a method;
   * undefined if the class does not contain it.
   */
  declaration(className: string, declared: Declared): string | undefined
}

/** A call in a class, such as `this.allowFilter('popular', …)`, or `this.sort(…)` without a name. */
export interface Declared {
  readonly call: string
  readonly name?: string | undefined
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
    declaration(className, { call, name }) {
      const text = name === undefined ? call : `${call}('${name}')`
      for (const [file, lines] of files) {
        const start = lines.findIndex((line) => new RegExp(`\\bclass ${className}\\b`).test(line))
        const line = start === -1 ? -1 : declaredAt(lines, start, { call, name })
        if (line !== -1) return `${className}.${text}, ${file}:${line + 1}`
      }
      return undefined
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

/** The line of a call in the class that begins at a line. The name may be in the next line. */
function declaredAt(lines: readonly string[], start: number, { call, name }: Declared): number {
  const next = lines.findIndex((line, index) => index > start && /\bclass \w+/.test(line))
  const end = next === -1 ? lines.length : next
  const argument = name === undefined ? '' : `\\s*['"\`]${escaped(name)}['"\`]`
  const called = new RegExp(`\\bthis\\.${call}\\(${argument}`)
  return lines.findIndex(
    (line, index) =>
      index > start &&
      index < end &&
      line.includes(`this.${call}(`) &&
      called.test(`${line}\n${lines[index + 1] ?? ''}`),
  )
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
