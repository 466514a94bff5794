import type { StoredDefault } from '../database.js'

/**
 * Reads a default in the form that `pg_get_expr` returns. The default of a list is converted to JSON if all its values
 * are constants.
 */
export function postgresDefault(text: string, isList: boolean): StoredDefault {
  if (/^nextval\(/i.test(text)) return { kind: 'autoincrement' }
  const plain = withoutCasts(text)
  if (/^null$/i.test(plain)) return { kind: 'none' }
  const value = constantOf(plain)
  if (isList) {
    const list = value === undefined ? constructedList(plain) : writtenList(value)
    return list ? { kind: 'literal', value: JSON.stringify(list) } : { kind: 'expression', text }
  }
  if (value !== undefined) return { kind: 'literal', value }
  const isNow =
    /\b(?:now\(\)|current_timestamp|current_date|localtimestamp|(?:statement|clock|transaction)_timestamp\(\))/i
  return isNow.test(text) ? { kind: 'now' } : { kind: 'expression', text }
}

/** The value of quoted text, a number or a boolean. */
function constantOf(plain: string): string | undefined {
  const [, escape, quoted] = /^(E?)'((?:[^']|'')*)'$/s.exec(plain) ?? []
  if (quoted !== undefined) {
    const value = quoted.replaceAll("''", "'")
    return escape === 'E' ? value.replaceAll(/\\(.)/gs, '$1') : value
  }
  return /^[+-]?[\d.]+(?:e[+-]?\d+)?$/i.test(plain) || /^(?:true|false)$/i.test(plain) ? plain : undefined
}

/** `'draft'::text` is `'draft'`, and `('-1'::integer)::bigint` is `'-1'`. */
function withoutCasts(text: string): string {
  const bare = text.replace(/::(?:"[^"]+"|[\w ]+)(?:\."[^"]+"|\.\w+)?(?:\([\d,]+\))?(?:\[\])*$/, '')
  const open = /^\(([^()]*)\)$/s.exec(bare)?.[1] ?? bare
  return open === text ? text : withoutCasts(open)
}

/** The values of `ARRAY[1, 'a, b'::text]`. */
function constructedList(plain: string): readonly string[] | undefined {
  const [, inside] = /^ARRAY\[(.*)\]$/s.exec(plain) ?? []
  if (inside === undefined) return undefined
  const parts = inside.match(/(?:E?'(?:[^']|'')*'|"[^"]*"|\([^()]*\)|[^,'"()])+/gs) ?? []
  return constants(parts.map((part) => constantOf(withoutCasts(part.trim()))))
}

/** The values of `{1,"a, b"}`; undefined if one of them is a list or NULL. */
function writtenList(value: string): readonly string[] | undefined {
  const [, inside] = /^\{(.*)\}$/s.exec(value) ?? []
  if (inside === undefined) return undefined
  const parts = inside.match(/"(?:[^"\\]|\\.)*"|[^,"]+/gs) ?? []
  return constants(
    parts.map((part) => {
      if (part.startsWith('"')) return part.slice(1, -1).replaceAll(/\\(.)/gs, '$1')
      return /^\{|^null$/i.test(part) ? undefined : part.replaceAll(/\\(.)/gs, '$1')
    }),
  )
}

const constants = (parts: readonly (string | undefined)[]): readonly string[] | undefined =>
  parts.every((part) => part !== undefined) ? parts : undefined
