import type { ImportedName, ImportNode } from './file.js'
import { text } from './layout/code.js'
import { LINE_END, WIDTH } from './layout/doc.js'

/** An import declaration. If the names do not fit on one line, each name has its own line. */
export function importOf(
  module: string,
  names: readonly ImportedName[],
  { typesOnly = false }: { readonly typesOnly?: boolean } = {},
): ImportNode {
  const list = names.map(spelled).join(', ')
  const line = `import${typesOnly ? ' type' : ''} { ${list} } from ${text(module)};`
  return {
    // Specifiers are URLs, so the line end is percent-encoded. The structure escapes all other characters of a path.
    moduleSpecifier: module.replaceAll(LINE_END, encodeURIComponent(LINE_END)),
    isTypeOnly: typesOnly,
    names,
    // A single name is never on a separate line, because formatters keep it on the line of its import.
    broken: line.length > WIDTH && names.length > 1,
  }
}

/** A name as written in an import. */
export function spelled({ name, alias, isTypeOnly = false }: ImportedName): string {
  return `${isTypeOnly ? 'type ' : ''}${name}${alias === undefined ? '' : ` as ${alias}`}`
}
