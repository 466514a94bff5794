import type { Action } from '../schema/types.js'
import type { Comparison } from './comparison.js'
import type { Finding } from './finding.js'

/** A trigger that a migration creates, and that no later one drops. */
export interface CreatedTrigger {
  readonly name: string
  readonly table: string
  readonly migration: string
}

const ACTIONS: Readonly<Record<string, readonly Action[]>> = {
  INSERT: ['create'],
  UPDATE: ['update'],
  DELETE: ['destroy'],
  TRUNCATE: [],
}

/** The triggers that no migration creates, and those that a migration creates and the database lacks. */
export function compareTriggers(
  { expected, actual, affected, fix }: Comparison,
  created: readonly CreatedTrigger[],
): readonly Finding[] {
  const place = { code: 'JG912', at: expected.at, table: expected.name, column: undefined } as const
  const unknown = actual.triggers
    .filter(({ name }) => !created.some((each) => isSame(each.name, name)))
    .map(({ name, events }) => ({
      ...place,
      message: `The trigger ${name} of ${expected.name} is in no migration`,
      effect: 'also run it, and may store values that differ from the request',
      requests: affected.requests(
        expected.model,
        events.flatMap((event) => ACTIONS[event] ?? []),
      ),
      fix: fix({ kind: 'drop trigger', table: expected, now: actual, name }),
    }))
  const missing = created
    .filter(
      ({ table, name }) =>
        isSame(table, expected.name) && !actual.triggers.some((each) => isSame(each.name, name)),
    )
    .map(({ name, migration }) => ({
      ...place,
      message: `The trigger ${name} of ${expected.name} does not exist, but the migration ${migration} creates it`,
      effect: 'not run it',
      requests: affected.requests(expected.model, ['create', 'update', 'destroy']),
      fix: {
        kind: 'text',
        text: `Run the statement CREATE TRIGGER ${name} from the migration ${migration} again.`,
      } as const,
    }))
  return [...unknown, ...missing]
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
