import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import { located, type Located } from '../../source/source.js'
import { bareEntry, type Entry, type Tree } from '../../tree/tree.js'
import type { DeclaredGroup, DeclaredResource, DeclaredSideload, DeclaredWhitelist } from '../declared.js'
import { ACTIONS, DEPENDENTS, SIDELOAD_KINDS } from '../types.js'
import { readGuard } from './attribute.js'
import { readDeprecated } from './deprecated.js'
import { entriesOf, isNothing, readFields, reportNames } from './fields.js'
import { readBoolean, readColumns, readOneOf, readText, readTexts } from './values.js'

/** The keys of a sideload. */
export const SIDELOAD_KEYS = [
  'kind',
  'resource',
  'relation',
  'foreignKey',
  'primaryKey',
  'linkage',
  'readable',
  'writable',
  'dependent',
  'nullable',
  'required',
  'many',
  'as',
  'groupBy',
  'groups',
  'description',
  'deprecated',
] as const

/**
 * The sideloads of a resource: a map, or, with a datamodel, a list of names or the word `all`. The keys that a kind
 * needs are checked later, after the datamodel has filled in what it can.
 */
export function readSideloads(
  tree: Tree | undefined,
  report: Report,
): Pick<DeclaredResource, 'sideloads' | 'allSideloads'> {
  if (tree?.kind === 'scalar' && tree.value === 'all') return { sideloads: [], allSideloads: tree.at }
  if (tree?.kind === 'scalar' && !isNothing(tree)) {
    reportNames(tree, 'the sideloads', report)
    return { sideloads: [], allSideloads: tree.at }
  }
  const entries =
    tree?.kind === 'list'
      ? (readTexts(tree, 'sideloads', report) ?? []).map(({ value, at }) => bareEntry(value, at))
      : entriesOf(tree, 'the sideloads', report)
  return { sideloads: entries.map((entry) => readSideload(entry, report)), allSideloads: undefined }
}

/** The whitelist: a path, a list of paths, or a map of actions to lists. */
export function readWhitelist(tree: Tree | undefined, report: Report): DeclaredWhitelist | undefined {
  if (tree === undefined) return undefined
  if (tree.kind !== 'map') return { kind: 'every', paths: readPaths(tree, report) }
  const fields = readFields(tree, 'the sideload whitelist', [...ACTIONS, 'default'], report)
  const actions = ([...ACTIONS, 'default'] as const).flatMap((action) => {
    const paths = fields.get(action)
    return paths === undefined ? [] : [{ action, paths: readPaths(paths, report) }]
  })
  return { kind: 'byAction', actions }
}

function readPaths(tree: Tree, report: Report): readonly Located<string>[] {
  if (tree.kind !== 'scalar') return readTexts(tree, 'A sideload whitelist', report) ?? []
  const path = readText(tree, 'A sideload whitelist', report)
  return path === undefined ? [] : [path]
}

function readSideload({ key, at, value }: Entry, report: Report): DeclaredSideload {
  const fields = readFields(value, `sideload ${quoted(key)}`, SIDELOAD_KEYS, report)
  const keyTree = fields.get('foreignKey')
  const through = keyTree?.kind === 'map' ? readThrough(keyTree, key, report) : undefined
  const read: DeclaredSideload = {
    name: located(key, at),
    description: readText(fields.get('description'), 'A description', report)?.value,
    deprecated: readDeprecated(fields.get('deprecated'), `sideload ${quoted(key)}`, report),
    kind: readOneOf(fields.get('kind'), 'The kind of a sideload', SIDELOAD_KINDS, report),
    resource: readText(fields.get('resource'), 'resource', report),
    relation: readText(fields.get('relation'), 'relation', report),
    foreignKey: keyTree?.kind === 'map' ? undefined : readColumns(keyTree, 'foreignKey', report),
    through,
    primaryKey: readColumns(fields.get('primaryKey'), 'primaryKey', report),
    linkage: readOneOf(fields.get('linkage'), 'linkage', ['included', 'always'], report)?.value === 'always',
    readable: readGuard(fields.get('readable'), 'readable', report),
    writable: readGuard(fields.get('writable'), 'writable', report),
    dependent: readOneOf(fields.get('dependent'), 'dependent', DEPENDENTS, report),
    nullable: readBoolean(fields.get('nullable'), 'nullable', report),
    required: readBoolean(fields.get('required'), 'required', report),
    many: readBoolean(fields.get('many'), 'many', report),
    as: readText(fields.get('as'), 'as', report),
    groupBy: readText(fields.get('groupBy'), 'groupBy', report),
    groups: entriesOf(fields.get('groups'), 'groups', report).map((entry) => readGroup(entry, report)),
    broken: false,
  }
  // If a value is unreadable, this has already been reported, so the value is not also reported as missing.
  const isUnread = NEEDED.some((each) => fields.keyAt(each) !== undefined && read[each] === undefined)
  return isUnread && through === undefined ? { ...read, broken: true } : read
}

/** The keys that a kind of sideload may need. */
const NEEDED = ['kind', 'resource', 'foreignKey', 'groupBy', 'as'] as const

function readThrough(tree: Tree, name: string, report: Report): DeclaredSideload['through'] {
  const entries = entriesOf(tree, 'foreignKey', report)
  const [first] = entries
  if (first === undefined || entries.length > 1) {
    report.add(
      'JG202',
      tree.at,
      `The foreignKey of sideload ${quoted(name)} must name a single join relation and its key`,
      {
        help: 'write it as { relation: key }',
      },
    )
    return undefined
  }
  const key = readColumns(first.value, 'The key of a join relation', report)
  return key && { relation: located(first.key, first.at), key }
}

function readGroup({ key, at, value }: Entry, report: Report): DeclaredGroup {
  const fields = readFields(value, `group ${quoted(key)}`, ['resource', 'foreignKey', 'primaryKey'], report)
  return {
    name: located(key, at),
    resource: readText(fields.get('resource'), 'resource', report),
    foreignKey: readText(fields.get('foreignKey'), 'foreignKey', report),
    primaryKey: readText(fields.get('primaryKey'), 'primaryKey', report),
  }
}
