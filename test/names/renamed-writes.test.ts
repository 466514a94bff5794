import type { ResourceClass } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { shortErrors, written } from '../write/support/documents.js'
import { EDITOR, EditorController } from '../write/support/controller.js'
import { serveWrites } from '../write/support/serve.js'
import { namedTables, withNamedRelations } from './support/resources.js'

type Resources = Readonly<Record<string, ResourceClass>>

describe.each(databases)(
  'names/writes: API names that differ from column names (14.9, 22.1) on $name',
  (database) => {
    const tables = namedTables(database)
    let count = 0
    const mail = (): string => `new${++count}@names.test`
    const send = (method: string, path: string, data: object, resources: Resources = tables.resources()) =>
      serveWrites(resources, { controller: EditorController }).send(method, path, { data }, EDITOR)
    const stored = (uuid: string) => tables.prisma.account.findUniqueOrThrow({ where: { uuid } })

    test('creating a record writes the columns, with defaults for omitted attributes', async () => {
      const attributes = { kind: 'savings', accountId: 4, first: 'f', second: 's', mail: mail() }
      const answer = await send('POST', '/accounts', { type: 'accounts', id: 'new', attributes })
      expect(written(answer).data.attributes).toEqual({
        ...attributes,
        amount: 7,
        hint: null,
        edition: 1,
        opened: null,
        money: null,
      })
      expect(await stored('new')).toMatchObject({
        uuid: 'new',
        id: 4,
        type: 'savings',
        total: 7,
        first: 's',
        second: 'f',
        email: attributes.mail,
        revision: 1,
      })
    })

    test('an update writes only the given attributes, and compares the version (21.3)', async () => {
      const patch = (attributes: object) =>
        send('PATCH', '/accounts/b', { type: 'accounts', id: 'b', attributes })
      written(await patch({ kind: 'checking', hint: 'z', edition: 1 }))
      expect(await stored('b')).toMatchObject({ id: 20, type: 'checking', secret: 'z', revision: 2 })
      expect(shortErrors(await patch({ kind: 'savings', edition: 1 }))).toEqual([
        '409 /data/attributes/edition The record has changed since it was read: its "edition" has a different value now.',
      ])
      written(await patch({ kind: 'savings' }))
      expect(await stored('b')).toMatchObject({ type: 'savings', revision: 3 })
    })

    test('nested writes create, link and unlink by API names', async () => {
      const linkage = (type: string, id: string, method: string) => ({ type, 'temp-id': id, method })
      const answer = await serveWrites(tables.resources()).send('POST', '/accounts?include=entries.tags', {
        data: {
          type: 'accounts',
          id: 'nested',
          attributes: { kind: 'checking', mail: mail() },
          relationships: {
            holder: { data: linkage('people', 'p', 'create') },
            entries: { data: [linkage('entries', 'e', 'create')] },
          },
        },
        included: [
          { type: 'people', 'temp-id': 'p', attributes: { nature: 'legal' } },
          {
            type: 'entries',
            'temp-id': 'e',
            attributes: { side: 'credit', type2: 9 },
            relationships: { tags: { data: [linkage('tags', 't', 'create')] } },
          },
          { type: 'tags', 'temp-id': 't', attributes: { label: 'nested' } },
        ],
      })
      expect(answer.status).toBe(201)
      const { holder, entries } = await tables.prisma.account.findUniqueOrThrow({
        where: { uuid: 'nested' },
        include: { holder: true, entries: { include: { tags: true } } },
      })
      expect([holder, entries]).toMatchObject([
        { type: 'legal', nickname: 'nobody' },
        [{ type: 'credit', rank: 9, accountUuid: 'nested', tags: [{ type: 'nested' }] }],
      ])
      const unlinked = await serveWrites(tables.resources()).send(
        'PATCH',
        '/accounts/nested/relationships/entries',
        {
          data: [],
        },
      )
      expect(unlinked.status).toBe(204)
      expect(await tables.prisma.entry.count({ where: { accountUuid: 'nested' } })).toBe(0)
    })

    test('nested writes use relationships whose names differ from the relations in the store', async () => {
      const linkage = (type: string, id: string) => ({ type, 'temp-id': id, method: 'create' })
      const api = serveWrites(withNamedRelations(tables.resources()))
      const answer = await api.send('POST', '/accounts?include=owner,lines.marks', {
        data: {
          type: 'accounts',
          id: 'related',
          attributes: { kind: 'checking', mail: mail() },
          relationships: {
            owner: { data: linkage('people', 'p') },
            lines: { data: [linkage('entries', 'e')] },
          },
        },
        included: [
          { type: 'people', 'temp-id': 'p', attributes: { nature: 'legal' } },
          {
            type: 'entries',
            'temp-id': 'e',
            attributes: { side: 'credit', type2: 9 },
            relationships: { marks: { data: [linkage('tags', 't')] } },
          },
          { type: 'tags', 'temp-id': 't', attributes: { label: 'related' } },
        ],
      })
      expect(answer.status).toBe(201)
      const read = () =>
        tables.prisma.account.findUniqueOrThrow({
          where: { uuid: 'related' },
          include: { holder: true, entries: { include: { tags: true } } },
        })
      const written = await read()
      expect([written.holder, written.entries]).toMatchObject([
        { type: 'legal' },
        [{ type: 'credit', tags: [{ type: 'related' }] }],
      ])
      const id = String(written.entries[0]?.id)
      const unlinked = [
        await api.send('PATCH', `/entries/${id}/relationships/marks`, { data: [] }),
        await api.send('PATCH', '/accounts/related/relationships/owner', { data: null }),
      ]
      expect(unlinked.map(({ status }) => status)).toEqual([204, 204])
      expect(await read()).toMatchObject({ holderId: null, entries: [{ tags: [] }] })
    })

    test('every error of a write contains the API name (13.2)', async () => {
      const errors = async (attributes: object) =>
        shortErrors(await send('POST', '/accounts', { type: 'accounts', attributes }))
      expect(await errors({ kind: 'current', amount: 2000, mail: 'none' })).toEqual([
        '422 /data/attributes/kind kind is not one of checking, savings.',
        '422 /data/attributes/amount amount is greater than 1000.',
        '422 /data/attributes/mail mail is not an email.',
      ])
      expect(await errors({ type: 'savings', uuid: 'u', email: 'e', total: 1 })).toEqual([
        '400 /data/attributes/type "accounts" has no attribute "type".',
        '400 /data/attributes/uuid "accounts" has no attribute "uuid".',
        '400 /data/attributes/email "accounts" has no attribute "email". Did you mean "mail"?',
        '400 /data/attributes/total "accounts" has no attribute "total".',
        '422 /data/attributes kind is required.',
        '422 /data/attributes mail is required.',
      ])
    })

    test('a store error is reported at the attribute that the client knows (11.10)', async () => {
      const taken = { kind: 'savings', mail: 'a@names.test' }
      const answer = await send('POST', '/accounts', { type: 'accounts', id: 'taken', attributes: taken })
      expect(shortErrors(answer)).toEqual(['422 /data/attributes/mail mail is already taken.'])
      const tag = await send('POST', '/tags', { type: 'tags', attributes: { label: 'rent' } })
      expect(shortErrors(tag)).toEqual(['422 /data/attributes/label label is already taken.'])
      const id = await send('POST', '/accounts', {
        type: 'accounts',
        id: 'a',
        attributes: { kind: 'savings', mail: mail() },
      })
      expect(shortErrors(id)).toEqual(['409 /data/id The id "a" is already taken.'])
    })

    test('`create` and `update` receive column names, and `validate`, schemas and `persistWithRelationships` receive API names', async () => {
      const seen: unknown[] = []
      const resources = tables.resources()
      class Watched extends resources.accounts {
        override async create(parameters: Readonly<Record<string, unknown>>, parent?: object) {
          seen.push(['create', parameters])
          return super.create(parameters, parent)
        }
        override async update(parameters: Readonly<Record<string, unknown>>, parent?: object) {
          seen.push(['update', parameters])
          return super.update(parameters, parent)
        }
        override validate(attributes: Readonly<Record<string, unknown>>): void {
          seen.push(['validate', attributes])
        }
        override async persistWithRelationships(
          ...[meta, attributes, relationships, parent]: Parameters<
            InstanceType<typeof resources.accounts>['persistWithRelationships']
          >
        ) {
          seen.push(['persistWithRelationships', attributes])
          return super.persistWithRelationships(
            meta,
            { ...attributes, first: 'put in' },
            relationships,
            parent,
          )
        }
      }
      Watched.beforeCommit(['create', 'update'], (record) => {
        const { uuid, type, second } = record as { uuid: string; type: string; second: string }
        seen.push(['beforeCommit', { uuid, type, second }])
      })
      const api = { ...resources, accounts: Watched }
      const email = mail()
      const attributes = { kind: 'savings', mail: email, accountId: 77 }
      written(await send('POST', '/accounts', { type: 'accounts', id: 'watched', attributes }, api))
      const wire = { kind: 'savings', mail: email, accountId: 77, amount: 7 }
      expect(seen.splice(0)).toEqual([
        ['validate', wire],
        ['persistWithRelationships', { id: 'watched', ...wire }],
        ['create', { uuid: 'watched', type: 'savings', email, id: 77, total: 7, second: 'put in' }],
        ['beforeCommit', { uuid: 'watched', type: 'savings', second: 'put in' }],
      ])
      written(
        await send(
          'PATCH',
          '/accounts/watched',
          { type: 'accounts', id: 'watched', attributes: { kind: 'checking' } },
          api,
        ),
      )
      expect(seen).toEqual([
        [
          'validate',
          expect.objectContaining({ kind: 'checking', mail: email, accountId: 77, first: 'put in' }),
        ],
        ['persistWithRelationships', { id: 'watched', kind: 'checking' }],
        ['update', { uuid: 'watched', type: 'checking', second: 'put in' }],
        ['beforeCommit', { uuid: 'watched', type: 'checking', second: 'put in' }],
      ])
    })

    test('a Standard Schema reads and changes attributes by their API names (11.10)', async () => {
      const resources = tables.resources()
      resources.tags.validates({
        '~standard': {
          version: 1,
          vendor: 'test',
          validate: (value) => {
            const { label } = value as { label: string }
            return label === 'bad'
              ? { issues: [{ message: 'is bad', path: ['label'] }] }
              : { value: { label: label.trim() } }
          },
        },
      })
      const post = (label: string) =>
        send('POST', '/tags', { type: 'tags', attributes: { label } }, resources)
      expect(shortErrors(await post('bad'))).toEqual(['422 /data/attributes/label label is bad.'])
      written(await post('  trimmed  '))
      expect(await tables.prisma.tag.count({ where: { type: 'trimmed' } })).toBe(1)
    })

    test('an in-process write returns the same errors as a request', async () => {
      const { accounts } = tables.resources()
      const email = mail()
      const record = await new accounts().persistWithRelationships(
        { type: 'accounts', tempId: undefined, method: 'create' },
        { id: 'inprocess', kind: 'savings', mail: email, first: 'f' },
        {},
      )
      expect(record).toMatchObject({ uuid: 'inprocess', type: 'savings', email, second: 'f', first: null })
    })
  },
)
