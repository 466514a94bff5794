import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { prismaAlone } from './prisma-alone.js'

test('test/README.md lists the tests that run only on Prisma, each with an existing file and title', () => {
  expect(prismaAlone.length).toBeGreaterThan(10)
  const lost = prismaAlone.filter(({ path, title = '' }) => {
    if (!existsSync(at(path))) return true
    const text = readFileSync(at(path), 'utf8').replaceAll("\\'", "'")
    // The title of a table test begins with its first cell.
    return !text.includes(title) && !text.includes(title.replace(/^\w+/, '%s'))
  })
  expect(lost).toEqual([])
})
