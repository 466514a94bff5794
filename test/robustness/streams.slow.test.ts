import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith, textsUnder } from '../generator/support/folder.js'
import { dice, SEED } from '../support/dice.js'
import { isSoak } from '../support/sample.js'
import { start, startBehind } from './support/process.js'
import { twoSchemas } from './support/project.js'
import { schemaOf } from './support/schemas.js'

// `npm run soak` interrupts more runs.
const INTERRUPTIONS = isSoak ? 100 : 3

describe('output that no program reads', () => {
  test.each([
    [['generate', '--check'], 3],
    [['generate', '--dry-run'], 0],
    [['generate', '--diff'], 0],
    [['generate'], 0],
    [['--help'], 0],
  ])('if nobody reads its output, the exit code of %j does not change', async (parameters, code) => {
    const folder = await folderWith({ 'schema.yaml': schemaOf('a') })
    const { child, ended } = start(parameters, folder)
    child.stdout?.destroy()
    child.stderr?.destroy()
    expect(await ended).toMatchObject({ code, signal: null })
  })

  test('a run works without any streams and without a terminal', async () => {
    const folder = await folderWith({ 'schema.yaml': schemaOf('a', 1) })
    expect(await startBehind('', ['generate'], folder, '<&- >&- 2>&-').ended).toMatchObject({ code: 0 })
    expect(Object.keys(await textsUnder(join(folder, 'api')))).toContain('generated/things0.gen.ts')
    const session = start(['generate', '--check'], folder, { detached: true, stdio: 'ignore' })
    expect(await session.ended).toMatchObject({ code: 0 })
  })
})

// Linux has a device that is always full.
test.each(existsSync('/dev/full') ? [['generate', '--diff'], ['generate', '--check'], ['--help']] : [])(
  'a run fails if the disk behind stdout rejects its output: %s %s',
  async (...parameters) => {
    const folder = await folderWith({ 'schema.yaml': schemaOf('a', 1) })
    const { code, stderr } = await startBehind('', parameters, folder, '> /dev/full').ended
    expect({ code, said: stderr.includes('The output cannot be written: the disk is full\n') }).toEqual({
      code: 2,
      said: true,
    })
  },
)

test(`interrupted at ${INTERRUPTIONS} moments from seed ${SEED}, a run exits with 130 and has written either all files or none`, async () => {
  const chance = dice(SEED)
  const { folder, output, expected } = await twoSchemas(40)
  await start(['generate', '--schema', 'a.yaml'], folder).ended
  const began = performance.now()
  await start(['generate', '--schema', 'b.yaml'], folder).ended
  const whole = performance.now() - began
  const ends = new Set<string>()
  let current = expected.b
  for (let round = 0; round < INTERRUPTIONS; round++) {
    const variant = current === expected.b ? 'a' : 'b'
    const { child, ended } = start(['generate', '--schema', `${variant}.yaml`], folder)
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, chance.upTo(whole)))])
    child.kill('SIGINT')
    const { code, signal } = await ended
    ends.add(String(code ?? signal))
    const found = await textsUnder(output)
    expect([expected.a, expected.b]).toContainEqual(found)
    current =
      found['generated/things0.gen.ts'] === expected.a['generated/things0.gen.ts'] ? expected.a : expected.b
  }
  // Before Node has started the program, the signal ends the process. After the run has ended, the signal has no
  // effect.
  expect([...ends].filter((end) => !['130', '0', 'SIGINT'].includes(end))).toEqual([])
  expect([...ends]).toContain('130')
}, 120_000)
