import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import type { TypesClient } from './databases.js'

/** The attributes of a sample, with one for each type and one for each nullable type. */
export const SAMPLE_TYPES = [
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
] as const

/** A resource over every column type, with filters and stats on all of them. */
export function samples(adapter: Adapter): ResourceClass {
  class SampleResource extends Resource {
    static {
      this.type('samples')
      this.model('Sample')
      this.id('string')
      this.useAdapter(adapter)
      this.allowFilter('id')
      this.allowStat({ total: 'count' })
      for (const type of SAMPLE_TYPES) {
        this.attribute(type, type)
        this.attribute(`${type}OrNull`, `${type}?`)
      }
      this.attribute('color', { enum: ['red', 'green', 'blue'] })
      this.attribute('colorOrNull', { enum: ['red', 'green', 'blue'], nullable: true })
      for (const type of [...SAMPLE_TYPES, 'color']) {
        for (const name of [type, `${type}OrNull`]) {
          this.allowFilter(name)
          this.allowStat(name)
        }
      }
    }
  }
  return SampleResource
}

export type SampleRow = NonNullable<Parameters<TypesClient['sample']['create']>[0]>['data']

/** A sample with the given values, and defaults for the others. */
export function sample(id: string, of: Partial<SampleRow> = {}): SampleRow {
  return {
    id,
    string: 'text',
    integer: 0,
    bigint: 0n,
    float: 0,
    decimal: '0',
    boolean: false,
    date: new Date('2026-11-20T00:00:00.000Z'),
    datetime: new Date('2026-11-20T15:04:05.678Z'),
    json: {},
    bytes: new Uint8Array([1]),
    color: 'red',
    uuid: '00000000-0000-4000-8000-000000000000',
    ...of,
  } as SampleRow
}
