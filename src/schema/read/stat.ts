import type { Report } from '../../diagnostic/report.js'
import { quoted, sentence } from '../../diagnostic/words.js'
import { located } from '../../source/source.js'
import type { Entry, Tree } from '../../tree/tree.js'
import type { DeclaredExtraField, DeclaredStat } from '../declared.js'
import { readDeprecated } from './deprecated.js'
import { entriesOf, isNothing, readFields } from './fields.js'
import { readTypeAndValues } from './type.js'
import { readBoolean, readText, readTexts } from './values.js'

/** The stats of a resource: a list of built-in calculations, or a map with `calculations`, `custom` ones and a `column`. */
export function readStats(tree: Tree | undefined, report: Report): readonly DeclaredStat[] {
  return entriesOf(tree, 'the stats', report).map((entry) => readStat(entry, report))
}

/** A resource's extra fields: a map of names to types, or to maps with a type and a description. */
export function readExtraFields(tree: Tree | undefined, report: Report): readonly DeclaredExtraField[] {
  return entriesOf(tree, 'the extra fields', report).map((entry) => readExtraField(entry, report))
}

function readStat({ key, at, value }: Entry, report: Report): DeclaredStat {
  const name = located(key, at)
  const what = `stat ${quoted(key)}`
  if (value.kind === 'list') {
    return {
      name,
      column: undefined,
      builtIn: readTexts(value, `The list of ${what}`, report) ?? [],
      custom: [],
      deprecated: undefined,
    }
  }
  const fields = readFields(value, what, ['column', 'calculations', 'custom', 'deprecated'], report)
  const stat: DeclaredStat = {
    name,
    column: readText(fields.get('column'), 'column', report),
    builtIn: readTexts(fields.get('calculations'), 'calculations', report) ?? [],
    custom: readTexts(fields.get('custom'), 'custom', report) ?? [],
    deprecated: readDeprecated(fields.get('deprecated'), what, report),
  }
  const isWritten = fields.keyAt('calculations') ?? fields.keyAt('custom')
  if (
    stat.builtIn.length + stat.custom.length === 0 &&
    !isWritten &&
    (value.kind === 'map' || isNothing(value))
  ) {
    report.add('JG204', at, `${sentence(what)} has no calculation`, {
      help: 'write a list of built-in calculations, or custom: [name]',
    })
  }
  return stat
}

function readExtraField({ key, at, value }: Entry, report: Report): DeclaredExtraField {
  const what = `extra field ${quoted(key)}`
  if (value.kind === 'scalar' && !isNothing(value)) {
    return {
      name: located(key, at),
      description: undefined,
      deprecated: undefined,
      isTogether: false,
      ...readTypeAndValues(value, undefined, what, report),
    }
  }
  const fields = readFields(value, what, ['type', 'enum', 'description', 'together', 'deprecated'], report)
  return {
    name: located(key, at),
    description: readText(fields.get('description'), 'A description', report)?.value,
    deprecated: readDeprecated(fields.get('deprecated'), what, report),
    isTogether: readBoolean(fields.get('together'), 'together', report)?.value === true,
    ...readTypeAndValues(fields.get('type'), fields.get('enum'), what, report),
  }
}
