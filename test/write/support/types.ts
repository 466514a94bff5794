import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import type { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll } from 'vitest'
import type { OpenDatabase, TestDatabase, TypesClient } from '../../support/databases.js'
import { clientBehind } from '../../support/pairs/numbered-client.js'
import { people } from '../../support/people.js'
import { prismaAdapter } from '../../support/facts.js'

/** A database whose empty tables have columns of every type, for tests of writes. */
export interface WritableTypes {
  readonly prisma: TypesClient
  readonly adapter: PrismaAdapter
}

/** Opens the tables of types.prisma for the tests of a `describe`. */
export function writableTypes({ openTypes }: TestDatabase): WritableTypes {
  let database: OpenDatabase<TypesClient> | undefined
  let adapter: PrismaAdapter | undefined
  beforeAll(async () => {
    database = await openTypes()
    adapter = prismaAdapter(clientBehind(database.prisma))
  })
  afterAll(() => database?.close())
  const opened = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error('The tables are opened before the first test, not before.')
    return value
  }
  return {
    get prisma() {
      return opened(database).prisma
    },
    get adapter() {
      return opened(adapter)
    },
  }
}

/** Resources over the tables of types.prisma, created anew so that a test can change their declarations. */
export function typesResources(adapter: Adapter): Record<string, ResourceClass> {
  const { users, teams, memberships, nodes, notes } = people(adapter)
  notes.attribute('ownerType', { type: 'string', writable: false })
  memberships.attribute('role', { type: 'string', default: 'member' })
  nodes.attribute('position', { type: 'integer', default: 0 })
  return {
    users,
    teams,
    memberships,
    nodes,
    notes,
    // These tables have no variants with other keys.
    ...(users.config.id.key.length === 1 && {
      documents: documentResource(adapter),
      samples: sampleResource(adapter),
    }),
  }
}

function documentResource(adapter: Adapter): ResourceClass {
  return class DocumentResource extends Resource {
    static {
      this.type('documents')
      this.model('Document')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('slug', 'string')
      this.attribute('folder', 'string')
      this.attribute('title', 'string')
      this.attribute('lockVersion', { type: 'integer', writable: false, default: 0 })
      this.version('lockVersion')
    }
  }
}

function sampleResource(adapter: Adapter): ResourceClass {
  return class SampleResource extends Resource {
    static {
      this.type('samples')
      this.model('Sample')
      this.id('uuid', { clientIds: 'allowed' })
      this.useAdapter(adapter)
      for (const kind of [
        'string',
        'integer',
        'bigint',
        'float',
        'decimal',
        'boolean',
        'date',
        'datetime',
        'json',
        'bytes',
        'uuid',
      ] as const) {
        this.attribute(kind, kind)
        this.attribute(`${kind}OrNull`, `${kind}?`)
      }
      this.attribute('color', { enum: ['red', 'green', 'blue'] })
      this.attribute('colorOrNull', { enum: ['red', 'green', 'blue'], nullable: true })
    }
  }
}
