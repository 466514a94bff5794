import { type ResourceClass, ValidationError } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type ConstraintsClient, type OpenDatabase } from '../../support/databases.js'
import { adapterResource } from '../../support/people.js'
import { prismaAdapter } from '../../support/facts.js'
import { constraintsOn, constraintsResources } from '../support/constraints.js'
import { shortErrors, written } from '../support/documents.js'
import { serveWrites, type Served } from '../support/serve.js'

/** The values that both tickets share, and the fields that the errors name. */
const CASES: readonly (readonly [
  name: string,
  same: Readonly<Record<string, unknown>>,
  taken: readonly string[],
])[] = [
  ['one column', { code: 'x' }, ['/data/attributes/code code']],
  ['a column with another name', { codeNumber: 'x' }, ['/data/attributes/codeNumber codeNumber']],
  [
    "a foreign key that contains its relation's name, and a column",
    { organisation: '1', number: 7 },
    ['/data/relationships/organisation organisation', '/data/attributes/number number'],
  ],
  [
    'a constraint with a custom name',
    { organisation: '1', label: 'x' },
    ['/data/relationships/organisation organisation', '/data/attributes/label label'],
  ],
  [
    'two columns whose joined names equal a third',
    { line: 'x', item: 'y' },
    ['/data/attributes/line line', '/data/attributes/item item'],
  ],
  [
    'a constraint with a custom name in the client',
    { item: 'x', label: 'y' },
    ['/data/attributes/item item', '/data/attributes/label label'],
  ],
]

describe.each(databases)('write/unique-constraints (11.10): unique constraints on $name', (database) => {
  let opened: OpenDatabase<ConstraintsClient>
  let served: Served
  beforeAll(async () => {
    opened = await database.openConstraints()
    served = serveWrites(constraintsResources(opened.prisma))
    await opened.prisma.organisation.createMany({ data: [{ name: 'one' }, { name: 'two' }] })
  })
  afterAll(() => opened.close())

  let count = 0
  const ticket = (
    id: string | undefined,
    { organisation = '2', ...given }: Readonly<Record<string, unknown>>,
  ) => ({
    data: {
      type: 'tickets',
      ...(id !== undefined && { id }),
      attributes: { number: ++count, code: `code ${count}`, ...given },
      relationships: { organisation: { data: { type: 'organisations', id: organisation } } },
    },
  })
  /** If a constraint has several columns, the error at each column names the others. */
  const errorsOf = (taken: readonly string[]) =>
    taken.map((place) => {
      const others = taken.filter((other) => other !== place).map((other) => `"${other.split(' ')[1]}"`)
      return `422 ${place} is already taken${others.length > 0 ? ` together with ${others.join(' and ')}` : ''}.`
    })

  test.each(CASES)(
    'the errors for a POST and a PATCH that violate "%s" name the taken values',
    async (name, given, taken) => {
      const same = name === 'one column' ? { code: 'taken' } : given
      written(await served.send('POST', '/tickets', ticket(undefined, { organisation: '1', ...same })))
      const again = await served.send('POST', '/tickets', ticket(undefined, same))
      expect([again.status, shortErrors(again)]).toEqual([422, errorsOf(taken)])
      const { data } = written(await served.send('POST', '/tickets', ticket(undefined, {})))
      const changed = await served.send('PATCH', `/tickets/${data.id}`, ticket(data.id, same))
      expect([changed.status, shortErrors(changed)]).toEqual([422, errorsOf(taken)])
    },
  )

  const own = (type: string, code: string, attributes: object = {}) => ({
    data: { type, attributes: { code, ...attributes }, relationships: {} },
  })

  test('a relationship that requests cannot write is not reported together with attributes that the client can correct (13.3)', async () => {
    const [first, second] = ['a', 'b'].map((code) => own('ownTickets', `own ${code}`, { number: 500 }))
    written(await served.send('POST', '/ownTickets', first))
    const again = await served.send('POST', '/ownTickets', second)
    expect([again.status, shortErrors(again)]).toEqual([422, errorsOf(['/data/attributes/number number'])])
  })

  test('the error for a taken value points to the record if no other column can be named (13.3)', async () => {
    const [first, second] = ['a', 'b'].map((code) => own('bareTickets', `bare ${code}`))
    written(await served.send('POST', '/bareTickets', first))
    const again = await served.send('POST', '/bareTickets', second)
    expect([again.status, shortErrors(again)]).toEqual([422, ['422 /data Such a record already exists.']])
  })

  test('a constraint whose name the store has truncated is recognized', async () => {
    const body = {
      data: {
        type: 'registrations',
        attributes: { theFirstOfItsLongNamedColumns: 'x', theSecondOfItsLongNamedColumns: 'y' },
      },
    }
    written(await served.send('POST', '/registrations', body))
    const again = await served.send('POST', '/registrations', body)
    expect([again.status, shortErrors(again)]).toEqual([
      422,
      errorsOf([
        '/data/attributes/theFirstOfItsLongNamedColumns theFirstOfItsLongNamedColumns',
        '/data/attributes/theSecondOfItsLongNamedColumns theSecondOfItsLongNamedColumns',
      ]),
    ])
  })

  test('a constraint over one column with a custom name is recognized', async () => {
    const again = await served.send('POST', '/organisations', {
      data: { type: 'organisations', attributes: { name: 'one' } },
    })
    expect([again.status, shortErrors(again)]).toEqual([422, errorsOf(['/data/attributes/name name'])])
  })

  test('an override of create can report a taken pair with its own message', async () => {
    const adapter = prismaAdapter(opened.prisma)
    const { tickets, organisations } = constraintsOn(adapter)
    class Booked extends (tickets as ResourceClass) {
      override async create(values: Readonly<Record<string, unknown>>): Promise<unknown> {
        try {
          return await super.create(values)
        } catch (error) {
          const fault = adapter.faultOf(error, adapterResource('tickets', 'Ticket'))
          if (fault.kind !== 'unique' || !fault.columns.includes('number')) throw error
          throw new ValidationError({ attribute: 'number', message: 'is booked in this organisation' })
        }
      }
    }
    const own = serveWrites({ tickets: Booked, organisations: organisations as ResourceClass })
    const pair = (code: string) => ticket(undefined, { organisation: '1', number: 4711, code })
    written(await own.send('POST', '/tickets', pair('booked')))
    const again = await own.send('POST', '/tickets', pair('booked twice'))
    expect([again.status, shortErrors(again)]).toEqual([
      422,
      ['422 /data/attributes/number number is booked in this organisation.'],
    ])
  })

  test('a taken id whose column has a different name returns a 409 that names the id', async () => {
    const again = await served.send('POST', '/organisations', {
      data: { type: 'organisations', id: '1', attributes: { name: 'three' } },
    })
    expect([again.status, shortErrors(again)]).toEqual([409, ['409 /data/id The id "1" is already taken.']])
  })
})
