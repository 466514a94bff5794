import { Composer, Parser, type Document } from 'yaml'
import type { Report } from '../diagnostic/report.js'
import { spanOf, type Source } from '../source/source.js'
import type { MapTree } from '../tree/tree.js'
import { limitDepth } from './limit-depth.js'
import { hasFewTokens } from './limit-tokens.js'
import { toTree } from './to-tree.js'

/** The kind of a YAML file: its name in messages, its content, and whether it may be empty. */
export interface YamlRoot {
  readonly called: string
  readonly help: string
  readonly mayBeEmpty: boolean
}

const SCHEMA: YamlRoot = {
  called: 'schema',
  help: 'allowed: a map with resources, such as resources: { posts: { attributes: { title: string } } }',
  mayBeEmpty: false,
}

/**
 * Reads YAML 1.2 (core schema: `no`, `on` and dates are text) into a tree whose root is a map. Text with too many
 * tokens (JG103) is not parsed. Otherwise all faults are reported together: depth (JG103), the first syntax error
 * (JG104), duplicate keys (JG105), aliases, merge keys and tags (JG106 to JG108), several documents (JG109), and no map
 * (JG110). Undefined if there is no tree to continue with, which is not a fault if an empty root is permitted.
 */
export function readYaml(source: Source, report: Report, root: YamlRoot = SCHEMA): MapTree | undefined {
  if (!hasFewTokens(source, report)) return undefined
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    merge: false,
    // Our own check names both locations, and runs in time linear in the number of keys.
    uniqueKeys: false,
    intAsBigInt: true,
    logLevel: 'silent',
  })
  const tokens = limitDepth(new Parser().parse(source.text), source, report)
  const [first, second] = [...composer.compose(tokens)]
  if (second) {
    const start = second.range[0]
    report.add(
      'JG109',
      spanOf(source, start, start + 3),
      `A ${root.called} must be one YAML document, but a second one begins here`,
    )
  }
  if (first) reportSyntax(first, source, report)
  if (first && first.errors.length > 0) return undefined
  const tree = first && first.contents !== null ? toTree(first.contents, source, report) : undefined
  if (tree?.kind === 'map') return tree
  const isEmpty = tree === undefined || (tree.kind === 'scalar' && tree.value === null)
  if (isEmpty && root.mayBeEmpty) return undefined
  const at = tree?.at ?? spanOf(source, 0, 1)
  const message = `The ${root.called} is ${isEmpty ? 'empty' : 'not a map'}`
  report.add('JG110', at, message, { help: root.help })
  return undefined
}

function reportSyntax(document: Document.Parsed, source: Source, report: Report): void {
  // The parser continues as if it had read what it expected, so its later errors are effects of the first.
  const [error] = document.errors
  if (error) report.add('JG104', spanOf(source, error.pos[0], error.pos[1]), firstSentence(error.message))
}

function firstSentence(message: string): string {
  const line = message.split('\n', 1)[0] ?? message
  return line.replace(/[.:]$/, '')
}
