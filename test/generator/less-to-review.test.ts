import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'

/** The number of lines of each TypeScript file below a folder. */
async function linesBelow(folder: string): Promise<ReadonlyMap<string, number>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'))
  const lines = await Promise.all(
    names.map(async (name) => (await readFile(join(folder, name), 'utf8')).split('\n').length - 1),
  )
  return new Map(names.map((name, index) => [name, lines[index] ?? 0]))
}

test("the blog's API has at most 960 lines to review, not counting its store's facts, and a route stub has 8 lines", async () => {
  const lines = await linesBelow(at('examples/blog/src/api'))
  const beside = ['generated/openapi.gen.ts', 'generated/facts.gen.ts']
  const sum = [...lines].reduce((total, [name, each]) => total + (beside.includes(name) ? 0 : each), 0)
  expect(sum).toBeLessThanOrEqual(960)
  expect(new Set([...lines].flatMap(([name, each]) => (name.endsWith('.routes.ts') ? [each] : [])))).toEqual(
    new Set([8]),
  )
})
