import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { isSoak } from '../support/sample.js'
import { prove } from './support/run.js'

test('the saas example has no findings, and the report says what was covered, but not that it is secure', async () => {
  const limits = isSoak ? ['--seconds', '600', '--rounds', '20'] : ['--seconds', '20']
  const { code, stdout, stderr } = await prove(at('examples/saas'), ...limits)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(
    /^No findings\.\nCovered: 5 viewers \(guest, member, accountant, owner, stranger\) × 7 resources/,
  )
  expect(stdout).not.toMatch(/secure/)
}, 700_000)
