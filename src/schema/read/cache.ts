import { CACHE_FLAGS, CACHE_SECONDS, exclusiveDirectives } from '@jsonapi-gen/runtime/vocabulary'
import type { Report } from '../../diagnostic/report.js'
import { didYouMean } from '../../diagnostic/suggest.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import { located, type Located } from '../../source/source.js'
import type { Tree } from '../../tree/tree.js'
import { readText } from './values.js'

/**
 * The directives of `Cache-Control` (rule 26.7): `private, max-age=60`. They are written as in HTTP. The runtime
 * requires a comma and a space between them.
 */
export function readCache(tree: Tree | undefined, report: Report): Located<string> | undefined {
  const text = readText(tree, 'cache', report)
  if (text === undefined) return undefined
  const directives = text.value.split(',').map((directive) => directive.trim())
  const fault = faultOf(directives)
  if (fault === undefined) return located(directives.join(', '), text.at)
  report.add('JG205', text.at, fault, { help: allowed([...CACHE_FLAGS, ...SECONDS]) })
  return undefined
}

const SECONDS = CACHE_SECONDS.map((name) => `${name}=60`)

function faultOf(directives: readonly string[]): string | undefined {
  const names = directives.map((directive) => directive.split('=')[0] ?? directive)
  for (const [index, directive] of directives.entries()) {
    const name = names[index] ?? ''
    if (CACHE_SECONDS.some((known) => known === name)) {
      if (!/=\d{1,10}$/.test(directive)) {
        return `The Cache-Control directive ${quoted(directive)} needs a number of seconds`
      }
    } else if (!CACHE_FLAGS.some((known) => known === directive)) {
      const near = didYouMean(name, [...CACHE_FLAGS, ...CACHE_SECONDS])
      return `${quoted(directive)} is not a Cache-Control directive${near}`
    }
    if (names.indexOf(name) !== index) return `The directive ${quoted(name)} appears twice`
  }
  const both = exclusiveDirectives(names)
  return both && `The directives ${quoted(both[0])} and ${quoted(both[1])} are mutually exclusive`
}
