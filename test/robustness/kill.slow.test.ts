import { mkdir, rm } from 'node:fs/promises'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { textsUnder } from '../generator/support/folder.js'
import { dice, SEED } from '../support/dice.js'
import { isSoak } from '../support/sample.js'
import { start, type Running } from './support/process.js'
import { twoSchemas, type Project, type Tree } from './support/project.js'

// `npm run soak` kills fifty times as many runs.
const KILLS = isSoak ? 200 : 4
const TEMPORARY = /(?:^|\/)\.[^/]+\.[0-9a-f]{8}\.tmp$/

test(`killed at ${KILLS} moments from seed ${SEED}, \`generate\` leaves each file either old or new, and its next run succeeds`, async () => {
  const project = await twoSchemas()
  const chance = dice(SEED)
  const began = performance.now()
  await start(['generate', '--schema', 'a.yaml'], project.folder).ended
  const whole = performance.now() - began
  const seen = { killed: 0, amidst: 0, strangers: [] as string[], incomplete: [] as number[] }
  for (let round = 0; round < KILLS; round++) {
    if (round % 20 === 0) await rm(project.output, { recursive: true, force: true })
    await mkdir(join(project.output, 'generated'), { recursive: true })
    const variant = round % 2 === 0 ? 'b' : 'a'
    const run = start(['generate', '--schema', `${variant}.yaml`], project.folder)
    // Half of the kills happen at any time in the run, and half in the short time in which it writes.
    const moment = round % 4 < 2 ? elapsed(chance.upTo(whole)) : writing(project, chance.upTo(12))
    const { signal } = await killedAt(run, moment)
    const found = await textsUnder(project.output)
    if (signal === 'SIGKILL') seen.killed++
    if (isAmidst(found, project)) seen.amidst++
    seen.strangers.push(...strangers(found, project))
    if (round % 10 < 9) continue
    const { code } = await start(['generate', '--schema', `${variant}.yaml`], project.folder).ended
    const complete = isDeepStrictEqual(await textsUnder(project.output), project.expected[variant])
    if (code !== 0 || !complete) seen.incomplete.push(round)
  }
  expect(seen).toEqual({
    killed: expect.toSatisfy((count: number) => count > KILLS / 2),
    amidst: expect.toSatisfy((count: number) => count > 0),
    strangers: [],
    incomplete: [],
  })
}, 300_000)

/** Files that are not temporary and do not match either schema's output. */
function strangers(found: Tree, { expected }: Project): readonly string[] {
  return Object.entries(found).flatMap(([path, text]) =>
    TEMPORARY.test(path) || text === expected.a[path] || text === expected.b[path] ? [] : [path],
  )
}

/**
 * Whether a run was interrupted in the middle: there are temporary files, missing files, or files of both
 * schemas.
 */
function isAmidst(found: Tree, { expected }: Project): boolean {
  return [expected.a, expected.b].every((tree) => !isDeepStrictEqual(found, tree))
}

async function killedAt({ child, ended }: Running, moment: Promise<void>) {
  await Promise.race([moment, ended])
  child.kill('SIGKILL')
  return ended
}

function elapsed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Waits for the first change in the output folder, and then for the given time. */
function writing({ output }: Project, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(join(output, 'generated'), () => {
      watcher.close()
      setTimeout(resolve, ms)
    })
    // If the files are already up to date, there is no change.
    setTimeout(() => watcher.close(), 20_000).unref()
  })
}
