import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect, test } from 'vitest'
import { alone } from '../../src/plan/alone.js'
import { textsUnder } from '../generator/support/folder.js'
import { isSoak } from '../support/sample.js'
import { start } from './support/process.js'
import { twoSchemas } from './support/project.js'

// `npm run soak` runs more rounds.
const ROUNDS = isSoak ? 30 : 1

const FOREVER = { signal: new AbortController().signal }

test('concurrent runs of `generate` with different schemas leave behind the complete result of exactly one run', async () => {
  const { folder, output, expected } = await twoSchemas()
  for (let round = 0; round < ROUNDS; round++) {
    const runs = ['a', 'b', 'a', 'b'].map((variant) =>
      start(['generate', '--schema', `${variant}.yaml`], folder),
    )
    const codes = (await Promise.all(runs.map(({ ended }) => ended))).map(({ code }) => code)
    expect(codes).toEqual([0, 0, 0, 0])
    const found = await textsUnder(output)
    expect([expected.a, expected.b]).toContainEqual(found)
  }
}, 120_000)

test('a run of `generate` waits while another run writes to its folder, and continues when that run ends or dies', async () => {
  const { folder, output, expected } = await twoSchemas(1)
  let release = (): void => {}
  const other = alone(output, () => new Promise<void>((resolve) => (release = resolve)), FOREVER)
  const waits = aRunWaits()
  const waiting = start(['generate', '--schema', 'a.yaml'], folder)
  expect(await Promise.race([waiting.ended, waits])).toBe('it waits')
  await expect(textsUnder(output)).rejects.toThrow('ENOENT')
  release()
  await other
  expect(await waiting.ended).toMatchObject({ code: 0 })
  expect(await textsUnder(output)).toEqual(expected.a)
}, 60_000)

test('a run of `generate` that waits for another run can be interrupted', async () => {
  const { folder, output } = await twoSchemas(1)
  let release = (): void => {}
  const other = alone(output, () => new Promise<void>((resolve) => (release = resolve)), FOREVER)
  const waits = aRunWaits()
  const waiting = start(['generate', '--schema', 'a.yaml'], folder)
  expect(await Promise.race([waiting.ended, waits])).toBe('it waits')
  waiting.child.kill('SIGINT')
  expect(await waiting.ended).toMatchObject({ code: 130, stdout: '' })
  release()
  await other
}, 60_000)

test('a run of `generate` does not wait forever (JG605)', async () => {
  const { output } = await twoSchemas(1)
  await alone(
    output,
    async () => {
      const refused = await alone(output, async () => 'done', { ...FOREVER, patienceMs: 100 })
      expect(refused).toMatchObject({ ok: false, diagnostics: [{ code: 'JG605' }] })
    },
    FOREVER,
  )
  expect(await alone(output, async () => 'done', FOREVER)).toEqual({ ok: true, result: 'done' })
})

test('a run of `generate --check` does not wait for other runs', async () => {
  const { folder, output } = await twoSchemas(1)
  await alone(
    output,
    async () => {
      const check = await start(['generate', '--schema', 'a.yaml', '--check'], folder).ended
      expect(check).toMatchObject({ code: 3 })
    },
    FOREVER,
  )
})

/** Resolves when another run is waiting: it connects to the lock, a local socket of this process. */
function aRunWaits(): Promise<string> {
  return new Promise((resolve) => {
    const heard = (): void => {
      unsubscribe('net.server.socket', heard)
      resolve('it waits')
    }
    subscribe('net.server.socket', heard)
  })
}
