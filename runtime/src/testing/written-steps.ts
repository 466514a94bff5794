import assert from 'node:assert/strict'
import type { Adapter } from '../adapter/adapter.js'
import type { Abilities } from '../adapter/facts.js'
import { Ref } from '../adapter/rows/refs.js'
import type { StepResult, StoreStep } from '../adapter/store-step.js'
import { memberOf } from '../base/cast.js'
import { clause, compare, type ContractClause, type ContractSubject, idsOf } from './contract-clause.js'
import { CONTRACT_NODES } from './rows.js'

/** The runtime's requirements for the steps of an adapter that writes (rules 11.4, 11.16, 26.5). */
export const writtenSteps: readonly ContractClause[] = [
  writing(
    'write: inserts a record and returns it, with the values that the store fills in',
    async (subject) => {
      const { adapter, resource } = subject
      const row = { id: 41, name: 'new', position: 7, parentId: null }
      const result = await write(adapter, { kind: 'insert', resource, rows: [row] })
      assert.deepEqual(recordsOf(result), [row])
      assert.deepEqual(await newIds(subject), [41])
    },
  ),
  writing('write: inserts several records, and returns them in the order of the rows', async (subject) => {
    const { adapter, resource } = subject
    const rows = [44, 42, 45, 41].map((id) => ({ id, name: `new ${id}`, position: 100 - id, parentId: 1 }))
    const result = await write(adapter, { kind: 'insert', resource, rows })
    assert.deepEqual(
      recordsOf(result).map((record) => memberOf(record, 'id')),
      [44, 42, 45, 41],
    )
    assert.deepEqual(await newIds(subject), [41, 42, 44, 45])
  }),
  writing(
    'write: updates one record and returns it, or gives several records the same values',
    async (subject) => {
      const { adapter, resource } = subject
      await insertNew(subject, [41, 42, 43])
      const values = { name: 'same', parentId: 2 }
      const one = await write(adapter, { kind: 'update', resource, keys: [[42]], values })
      assert.deepEqual(recordsOf(one), [{ id: 42, ...values, position: 42 }])
      const several: StoreStep = { kind: 'update', resource, keys: [[41], [43]], values }
      await write(adapter, several)
      const named = await idsOf(subject, (scope) =>
        adapter.narrow(scope, compare('name', 'eq', 'same'), resource),
      )
      assert.deepEqual(named, [41, 42, 43])
      await refusesMissing(subject, (key) => ({ kind: 'update', resource, keys: [key], values }))
      await refusesMissing(subject, (key) => ({ kind: 'update', resource, keys: [[41], key], values }))
    },
  ),
  writing(
    'write: returns the same records as a read, if the facts declare this',
    async (subject) => {
      const { adapter, resource } = subject
      const row = { id: 41, name: 'new', position: 7, parentId: null }
      const values = { position: 8, parentId: 1 }
      for (const step of [
        { kind: 'insert', resource, rows: [row] },
        { kind: 'update', resource, keys: [[41]], values },
      ] as const) {
        const returned = recordsOf(await write(adapter, step))
        const scope = adapter.narrow(adapter.all(resource), compare('id', 'eq', 41), resource)
        const read = await adapter.read(scope, 'all', resource)
        assert.deepEqual(
          returned,
          read.map((record) => ({ ...record })),
        )
      }
    },
    'returnRecords',
  ),
  writing(
    'write: deletes one record and returns it as it was, or deletes several records',
    async (subject) => {
      const { adapter, resource } = subject
      await insertNew(subject, [41, 42, 43])
      const one = await write(adapter, { kind: 'delete', resource, keys: [[42]] })
      assert.deepEqual(recordsOf(one), [{ id: 42, name: 'new', position: 42, parentId: 1 }])
      assert.deepEqual(await newIds(subject), [41, 43])
      await write(adapter, { kind: 'delete', resource, keys: [[41], [43]] })
      assert.deepEqual(await newIds(subject), [])
      await refusesMissing(subject, (key) => ({ kind: 'delete', resource, keys: [key] }))
    },
  ),
  writing('write: runs several steps in order, and returns a result for each', async (subject) => {
    const { adapter, resource } = subject
    const row = { id: 41, name: 'new', position: 7, parentId: null }
    const results = await adapter.write([
      { kind: 'insert', resource, rows: [row] },
      { kind: 'update', resource, keys: [[41]], values: { position: 8 } },
      { kind: 'delete', resource, keys: [[41]] },
    ])
    const positions = results.flatMap((result) =>
      recordsOf(result).map((record) => memberOf(record, 'position')),
    )
    assert.deepEqual(positions, [7, 8, 8])
    assert.deepEqual(await newIds(subject), [])
  }),
  writing(
    'transaction: writes a single step or rejects it, without a transaction if the facts declare this',
    async (subject) => {
      const { adapter, resource } = subject
      const insert = (id: number): Promise<StepResult> => {
        const row = { id, name: `new ${id}`, position: id, parentId: null }
        const step = { kind: 'insert', resource, rows: [row] } as const
        return adapter.transaction(() => write(adapter, step), { isOneStep: true })
      }
      await insert(41)
      await insert(42)
      await assert.rejects(insert(41))
      assert.deepEqual(await newIds(subject), [41, 42])
    },
    'commitOneStep',
  ),
  writing(
    'write: puts the values of records that earlier steps have created in the place of refs to them',
    async (subject) => {
      const { adapter, resource } = subject
      const [first, ...others] = [41, 43, 42, 44].map((id) => ({ id, name: `new ${id}`, position: id }))
      const rows = others.map((row, at) => ({ ...row, parentId: new Ref(at === 2 ? 1 : 0, 0, 'id') }))
      const results = await adapter.write([
        { kind: 'insert', resource, rows: [{ ...first, parentId: 1 }] },
        { kind: 'insert', resource, rows: rows.slice(0, 2) },
        { kind: 'insert', resource, rows: rows.slice(2) },
      ])
      assert.deepEqual(
        results.map((result) => recordsOf(result)),
        [
          [{ ...first, parentId: 1 }],
          others.slice(0, 2).map((row) => ({ ...row, parentId: 41 })),
          [{ ...others[2], parentId: 43 }],
        ],
      )
      assert.deepEqual(await newIds(subject), [41, 42, 43, 44])
    },
  ),
  writing(
    'write: an update and a delete by key find what a read by that key finds',
    async (subject) => {
      const { adapter, resource } = subject
      await insertNew(subject, [41])
      for (const id of [41, 99]) {
        const scope = adapter.narrow(adapter.all(resource), compare('id', 'eq', id), resource)
        const { length } = await adapter.read(scope, 'all', resource)
        for (const step of [
          { kind: 'update', resource, keys: [[id]], values: { position: 1 } },
          { kind: 'delete', resource, keys: [[id]] },
        ] as const) {
          const isFound = await write(adapter, step).then(
            () => true,
            () => false,
          )
          assert.equal(isFound, length === 1)
        }
      }
    },
    'findByKey',
  ),
  writing(
    'write: accepts the current version of a record, and rejects an outdated one',
    async (subject) => {
      const { adapter, resource: node } = subject
      const resource = { ...node, version: 'position' }
      await insertNew(subject, [41])
      const hold = (version: number): Promise<StepResult> =>
        adapter.transaction(() => write(adapter, { kind: 'hold', resource, key: [41], version }), {})
      await hold(41)
      await assert.rejects(hold(41), (error) => adapter.faultOf(error, resource).kind === 'notFound')
      const scope = adapter.narrow(adapter.all(node), compare('id', 'eq', 41), node)
      const [held] = await adapter.read(scope, 'all', node)
      assert.equal(held && memberOf(held, 'position'), 42)
    },
    'holdVersions',
  ),
  writing(
    'transaction: rolls everything back if the block fails',
    async (subject) => {
      const { adapter } = subject
      const failed = adapter.transaction(async () => {
        await insertNew(subject, [41, 42])
        throw new Error('after two steps')
      }, {})
      await assert.rejects(failed, { message: 'after two steps' })
      assert.deepEqual(await newIds(subject), [])
    },
    'rollBack',
  ),
  clause(
    'write: reports the side effects of statements on a table',
    async ({ adapter, resource }) => {
      const result = await write(adapter, { kind: 'sideEffects', resource })
      assert.ok(result.kind === 'sideEffects', `The result must be "sideEffects", not "${result.kind}".`)
      const { isTriggered, onDelete, onUpdate } = result.sideEffects.of(resource.model)
      const reached = [onDelete, onUpdate(['id'])].map(({ models }) => models instanceof Set)
      assert.deepEqual([typeof isTriggered, ...reached], ['boolean', true, true])
    },
    'reportSideEffects',
  ),
  clause(
    'write: locks records and counts them without changing any, if the adapter supports locks',
    async (subject) => {
      const { adapter, resource } = subject
      const locks = { keys: [[4], [2], [99]], members: [], isShared: false }
      const before = await adapter.read(adapter.all(resource), 'all', resource)
      const found = await adapter.transaction(
        () =>
          adapter.write([
            { kind: 'lock', resource, locks: { ...locks, keys: [], isShared: true } },
            { kind: 'lock', resource, locks },
            { kind: 'lock', resource, locks: { ...locks, having: { parentId: 1 } } },
          ]),
        {},
      )
      const counts = found.map((result) => (result.kind === 'locked' ? result.found : result.kind))
      if (counts[0] !== 'done') assert.deepEqual(counts, [0, 2, 1])
      assert.deepEqual(await adapter.read(adapter.all(resource), 'all', resource), before)
    },
    'lock',
  ),
]

/** A clause about an adapter that writes. It removes everything that it has written. */
function writing(
  name: string,
  check: ContractClause['check'],
  ability: keyof Abilities = 'write',
): ContractClause {
  return clause(
    name,
    async (subject) => {
      const { adapter, resource } = subject
      if (!adapter.facts(resource).can.write) return
      try {
        await check(subject)
      } finally {
        for (const id of await newIds(subject)) {
          await write(adapter, { kind: 'delete', resource, keys: [[id]] })
        }
      }
      assert.deepEqual(
        await idsOf(subject, (scope) => scope),
        CONTRACT_NODES.map(({ id }) => id),
      )
    },
    ability,
  )
}

async function write(adapter: Adapter, step: StoreStep): Promise<StepResult> {
  const [result, ...others] = await adapter.write([step])
  assert.ok(result && others.length === 0, 'write must return one result for one step.')
  return result
}

function recordsOf(result: StepResult): readonly object[] {
  assert.ok(result.kind === 'records', `The result must be "records", not "${result.kind}".`)
  return result.records.map((record) => ({ ...record }))
}

async function insertNew({ adapter, resource }: ContractSubject, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await write(adapter, { kind: 'insert', resource, rows: [{ id, name: 'new', position: id, parentId: 1 }] })
  }
}

/** The ids of the nodes that the contract did not have. */
const newIds = (subject: ContractSubject): Promise<unknown[]> =>
  idsOf(subject, (scope) => subject.adapter.narrow(scope, compare('id', 'gt', 40), subject.resource))

async function refusesMissing(
  { adapter, resource }: ContractSubject,
  stepOf: (key: readonly unknown[]) => StoreStep,
): Promise<void> {
  await assert.rejects(
    write(adapter, stepOf([99])),
    (error) => adapter.faultOf(error, resource).kind === 'notFound',
  )
}
