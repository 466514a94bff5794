import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineRegistry, ResourceController } from '@jsonapi-gen/runtime'
import { expect, test } from 'vitest'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith } from '../generator/support/folder.js'
import { keyedTypes } from '../idempotency/support/keyed.js'
import { sqlite } from '../support/databases.js'
import { datamodel } from '../../scripts/lib/datamodels.js'
import { blocksOf } from './blocks.js'
import { keyed } from './idempotency-examples.js'

const types = keyedTypes(sqlite)

test("docs/idempotency: the page's API accepts keys from its users (30.1, 30.2)", async () => {
  const resources = types.resources()
  const controllers = Object.entries(resources).map(([type, resource]) => [
    type,
    class extends ResourceController<{ user: { id: string } | undefined }> {
      static {
        this.jsonapi(resource)
      }
    },
  ])
  const errors: unknown[] = []
  const api = keyed(
    { registry: defineRegistry(resources), controllers: Object.fromEntries(controllers) },
    { error: (error) => errors.push(error) },
  )
  const create = async (user?: { id: string }): Promise<number> => {
    const { status } = await api.fetch(
      new Request('http://blog.test/teams', {
        method: 'POST',
        headers: { 'content-type': 'application/vnd.api+json', 'idempotency-key': 'k' },
        body: JSON.stringify({ data: { type: 'teams', attributes: { name: 'one' } } }),
      }),
      { user },
    )
    return status
  }
  const ann = { id: 'ann' }
  expect([await create(ann), await create(ann), await create()]).toEqual([201, 201, 400])
  expect([await types.prisma.team.count(), await api.forgetKeys()]).toEqual([1, 0])
})

test('docs/idempotency: the documented command adds the model that the tests use (30.6)', async () => {
  const [block] = blocksOf('docs/idempotency.md', 'sh')
  const line = block?.text.replace('npx jsonapi-gen ', '').split(' ') ?? []
  const before = 'datasource db {\n  provider = "sqlite"\n}\n'
  const folder = await folderWith({ 'prisma/schema.prisma': before })
  await jsonapiGenHere(line, folder)
  const added = (await readFile(join(folder, 'prisma/schema.prisma'), 'utf8')).slice(before.length)
  expect(await datamodel('types', 'sqlite')).toContain(added.replace(/^\s*\/\/\/.*\n/, '').trim())
})
