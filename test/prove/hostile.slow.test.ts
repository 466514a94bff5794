import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Copy, shopWith } from './support/example.js'
import { findingsOf, prove } from './support/run.js'

describe('prove/hostile: variants of the shop example', () => {
  let shop: Copy
  beforeEach(async () => {
    shop = await shopWith()
  })
  afterEach(() => shop.remove())

  const edit = async (file: string, from: string, to: string): Promise<void> => {
    const path = join(shop.folder, file)
    const text = await readFile(path, 'utf8')
    expect(text).toContain(from)
    await writeFile(
      path,
      text.replace(from, () => to),
    )
  }

  test('`prove` has no findings in the unmodified shop example, although `sees` depends on values that differ', async () => {
    const { code, stdout, stderr } = await prove(shop.folder, '--seconds', '600', '--rounds', '1')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^No findings\.\nCovered: 4 viewers \(visitor, ann, ben, clerk\) × 8 resources × .*\n/,
    )
    expect(stdout).toContain('Nothing was hidden from clerk, so their responses were not compared.\n')
  }, 700_000)

  test('with thousands of rows from `fill`, `prove` treats every record that a viewer sees as visible', async () => {
    await edit(
      'prove.ts',
      '  open:',
      `  fill: async () => {
    const numbers = Array.from({ length: 3000 }, (_, index) => 100 + index);
    for (let from = 0; from < numbers.length; from += 500) {
      const products = numbers.slice(from, from + 500).map((id) => ({ id, name: 'p' + id, price: '1', currency: 'EUR', isListed: id % 2 }));
      await db.insertInto('Product').values(products as never).execute();
    }
  },
  open:`,
    )
    const options = ['--seconds', '600', '--rounds', '1', '--viewer', 'visitor', '--resource', 'products']
    const { code, stdout, stderr } = await prove(shop.folder, ...options)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^No findings\.\n/)
  }, 700_000)

  test('with constraints that the facts do not describe, `prove` uses the accepted rows, and reports the rejected rows', async () => {
    await edit('tables.sql', 'CHECK ("quantity" >= 1)', 'CHECK ("quantity" < "position")')
    await edit('tables.sql', 'CHECK ("percent" BETWEEN 0 AND 100)', 'CHECK ("percent" > 100)')
    const { code, stdout, stderr } = await prove(shop.folder, '--seconds', '600', '--rounds', '1')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^The database rejects 8 generated rows of Discount: CHECK constraint failed: .*$/m,
    )
    expect(stdout).toMatch(/^The database rejects \d+ generated rows of Line: CHECK constraint failed: .*$/m)
  }, 700_000)

  test('`prove` has the same findings for two viewers with the same locals as for a single viewer', async () => {
    await edit('prove.ts', 'ben: { customerId: 2,', 'twin: { customerId: 1,')
    await edit(
      'src/api/order.resource.ts',
      'return context?.isStaff() ? scope : scope.where({ customerId: this.customerOf(context) });',
      'return scope;',
    )
    const options = ['--seconds', '600', '--rounds', '1', '--resource', 'orders', '--format', 'json']
    const found = await prove(shop.folder, '--viewer', 'twin', ...options)
    const alone = await prove(shop.folder, '--viewer', 'ann', ...options)
    expect([found.code, alone.code]).toEqual([3, 3])
    expect(findingsOf(found).map(({ id }) => id)).toContain('GET /orders')
    expect(findingsOf(alone).map(({ id }) => id)).toContain('GET /orders')
  }, 700_000)
})
