import { describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.js'
import { shortErrors, written } from '../support/documents.js'
import { serveWrites } from '../support/serve.js'
import { typesResources, writableTypes } from '../support/types.js'

const STALE = 'The record has changed since it was read: its "lockVersion" has a different value now.'

describe.each(databases)('write/versions: optimistic locking on $name', (database) => {
  const types = writableTypes(database)
  let count = 0
  const make = () =>
    types.prisma.document.create({ data: { slug: `s${++count}`, folder: 'f', title: `t${count}` } })
  const patch = (id: number, attributes: object) =>
    serveWrites(typesResources(types.adapter)).send('PATCH', `/documents/${id}`, {
      data: { type: 'documents', id: String(id), attributes },
    })

  test('an update with the current version succeeds and increments the version', async () => {
    const { id } = await make()
    expect(written(await patch(id, { folder: 'g', lockVersion: 0 })).data.attributes).toMatchObject({
      folder: 'g',
      lockVersion: 1,
    })
    expect(written(await patch(id, { folder: 'h', lockVersion: 1 })).data.attributes).toMatchObject({
      folder: 'h',
      lockVersion: 2,
    })
  })

  test('an update with a stale version returns 409, and no data changes', async () => {
    const { id } = await make()
    written(await patch(id, { folder: 'g', lockVersion: 0 }))
    const before = await types.prisma.document.findUnique({ where: { id } })
    const answer = await patch(id, { folder: 'h', lockVersion: 0 })
    expect([answer.status, shortErrors(answer)]).toEqual([409, [`409 /data/attributes/lockVersion ${STALE}`]])
    expect(await types.prisma.document.findUnique({ where: { id } })).toEqual(before)
  })

  test('an update without a version succeeds and increments the version', async () => {
    const { id } = await make()
    expect(written(await patch(id, { folder: 'g' })).data.attributes).toMatchObject({ lockVersion: 1 })
  })

  test('an update without changes does not change the version', async () => {
    const { id } = await make()
    expect(written(await patch(id, {})).data.attributes).toMatchObject({ lockVersion: 0 })
    expect(written(await patch(id, { lockVersion: 0 })).data.attributes).toMatchObject({ lockVersion: 1 })
  })

  test('an invalid version is rejected, and so is a version in a new record', async () => {
    const { id } = await make()
    expect(shortErrors(await patch(id, { lockVersion: 'x' }))).toEqual([
      '422 /data/attributes/lockVersion lockVersion is not an integer.',
    ])
    const body = {
      data: { type: 'documents', attributes: { slug: 'n', folder: 'n', title: 'n', lockVersion: 5 } },
    }
    const answer = await serveWrites(typesResources(types.adapter)).send('POST', '/documents', body)
    expect(shortErrors(answer)).toEqual([
      '400 /data/attributes/lockVersion The attribute "lockVersion" cannot be written.',
    ])
  })

  test('if two writers have read the same version, one of them succeeds', async () => {
    const { id } = await make()
    const { adapter } = types
    const resource = typesResources(adapter)['documents']
    if (!resource) throw new Error('There are documents.')
    // Another writer changes the record between the version check and the write.
    class Overtaken extends resource {
      override async update(parameters: Readonly<Record<string, unknown>>, parent?: object) {
        const { folder } = parameters
        if (folder === 'slow') await super.update({ id, lockVersion: 0, folder: 'quick' })
        return super.update(parameters, parent)
      }
    }
    const served = serveWrites({ ...typesResources(adapter), documents: Overtaken })
    const answer = await served.send('PATCH', `/documents/${id}`, {
      data: { type: 'documents', id: String(id), attributes: { folder: 'slow', lockVersion: 0 } },
    })
    expect([answer.status, shortErrors(answer)]).toEqual([409, [`409 /data/attributes/lockVersion ${STALE}`]])
    expect(await types.prisma.document.findUnique({ where: { id } })).toMatchObject({
      folder: 'f',
      lockVersion: 0,
    })
  })

  test('if a request contains no version, no version is compared', async () => {
    const { id } = await make()
    const resource = typesResources(types.adapter)['documents']
    if (!resource) throw new Error('There are documents.')
    const seen: unknown[] = []
    // Another writer changes the record first.
    class Overtaken extends resource {
      override async update(parameters: Readonly<Record<string, unknown>>, parent?: object) {
        seen.push(parameters)
        await super.update({ id, title: 'of another writer' })
        return super.update(parameters, parent)
      }
    }
    const served = serveWrites({ ...typesResources(types.adapter), documents: Overtaken })
    const answer = await served.send('PATCH', `/documents/${id}`, {
      data: { type: 'documents', id: String(id), attributes: { folder: 'mine' } },
    })
    expect(written(answer).data.attributes).toMatchObject({
      folder: 'mine',
      title: 'of another writer',
      lockVersion: 2,
    })
    expect(seen).toEqual([{ id, folder: 'mine' }])
  })

  test('an update without a version is retried a limited number of times, each time with the new version', async () => {
    const { id } = await make()
    const resource = typesResources(types.adapter)['documents']
    if (!resource) throw new Error('There are documents.')
    let attempts = 0
    class Overtaken extends resource {
      override async update(parameters: Readonly<Record<string, unknown>>, parent?: object) {
        const stale = ++attempts < 3 || parameters['folder'] === 'never'
        return super.update({ ...parameters, ...(stale && { lockVersion: 99 }) }, parent)
      }
    }
    const served = serveWrites({ ...typesResources(types.adapter), documents: Overtaken })
    const send = (folder: string) =>
      served.send('PATCH', `/documents/${id}`, {
        data: { type: 'documents', id: String(id), attributes: { folder } },
      })
    expect(written(await send('third time')).data.attributes).toMatchObject({
      folder: 'third time',
      lockVersion: 1,
    })
    const answer = await send('never')
    expect([answer.status, shortErrors(answer), attempts]).toEqual([
      409,
      ['409 - Other requests are writing the same records. Nothing was written; try again.'],
      7,
    ])
  })
})
