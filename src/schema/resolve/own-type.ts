import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import type { Located } from '../../source/source.js'
import type { DeclaredAttribute } from '../declared.js'
import { describeType } from '../describe-type.js'
import type { OwnTypeSchema } from '../schema.js'
import type { ValueType } from '../types.js'

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u

/** The application's own type for a JSON attribute: the module `from` exports the names in `as` and `schema`. */
export function resolveOwnType(
  { name, as, from, schema }: DeclaredAttribute,
  type: ValueType,
  report: Report,
): OwnTypeSchema | undefined {
  const [said] = [as, schema, from].flatMap((each) => each ?? [])
  if (said === undefined) return undefined
  if (type.kind !== 'json') {
    report.add(
      'JG212',
      said.at,
      `${quoted(name.value)} is ${describeType(type)}: only JSON attributes can have their own type`,
    )
  }
  for (const each of [as, schema]) if (each) checkIdentifier(each, report)
  if (from === undefined) {
    report.add(
      'JG204',
      said.at,
      `${quoted(name.value)} needs the module that exports ${quoted(said.value)}`,
      {
        help: 'write from: ./types, relative to this file',
      },
    )
  } else if (as === undefined && schema === undefined) {
    report.add('JG204', from.at, `${quoted(name.value)} imports nothing from ${quoted(from.value)}`, {
      help: 'write as: Settings for a type, schema: settingsSchema for a Standard Schema, or both',
    })
  }
  return from && { type: as?.value, schema: schema?.value, module: from.value, at: from.at }
}

function checkIdentifier(name: Located<string>, report: Report): void {
  if (IDENTIFIER.test(name.value)) return
  report.add('JG309', name.at, `${quoted(name.value)} cannot be the name of an export`)
}
