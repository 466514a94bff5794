import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { soakFiles } from '../../scripts/lib/soak-files.js'
import { sampleOf } from './sample.js'

/** Code that starts a process, a browser or a compiler. */
const STARTS =
  /from '(?:node:child_process|@lydell\/node-pty|puppeteer-core)'|\b(?:jsonapiGen|ended|createProgram)\(/

const CASES = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

describe('support/sample: samples of test cases', () => {
  test('a sample is a fixed fraction of the cases, in order, and is the same for the same seed', () => {
    expect([0, 1, 2, 3, 4].map((seed) => sampleOf(CASES, 4, seed).join(''))).toEqual([
      'ae',
      'bf',
      'cg',
      'd',
      'ae',
    ])
  })

  test.each([1, 2, 3, 7])('consecutive seeds together draw each case exactly once: one in %i', (many) => {
    for (const from of [0, 5, 20_779]) {
      const samples = Array.from({ length: many }, (_, index) => sampleOf(CASES, many, from + index))
      expect(samples.flat().toSorted()).toEqual(CASES)
    }
  })

  test('a file that checks whether the run is a soak test imports the module that determines this', async () => {
    const names = (await readdir(at('test'), { recursive: true })).filter((name) =>
      /\.(?:test|install|soak)\.ts$/.test(name),
    )
    const texts = await Promise.all(names.map((name) => readFile(at(`test/${name}`), 'utf8')))
    const asking = names.filter((_, index) => texts[index]?.includes("process.env['SOAK']"))
    expect(asking).toEqual(['support/sample.test.ts'])
  })

  test('a file that starts a process, a browser or a compiler is called *.slow.test.ts', async () => {
    const names = (await readdir(at('test'), { recursive: true })).filter(
      (name) => name.endsWith('.test.ts') && !name.endsWith('.slow.test.ts'),
    )
    const starting = await Promise.all(
      names.map(async (name) => STARTS.test(await readFile(at(`test/${name}`), 'utf8'))),
    )
    expect(names.filter((_, index) => starting[index])).toEqual([])
  })

  test('a soak test runs exactly the files that draw samples, and those named *.soak.ts', async () => {
    const files = await soakFiles()
    expect(files).toContain('test/openapi/viewers.soak.ts')
    expect(files).toContain('test/real/real.slow.test.ts')
    expect(files).toContain('test/robustness/kill.slow.test.ts')
    expect(files).not.toContain('test/sort/sort.test.ts')
  })
})
