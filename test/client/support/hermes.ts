import { createContext, runInContext } from 'node:vm'
import type * as client from '@jsonapi-gen/client'
import type * as withOperations from '@jsonapi-gen/client/operations'
import type * as withPlain from '@jsonapi-gen/client/plain'
import type * as withRetries from '@jsonapi-gen/client/retries'
import type * as withTanstack from '@jsonapi-gen/client/tanstack'
import type * as query from '@tanstack/query-core'
import { rolldown } from 'rolldown'
import { at } from '../../../scripts/lib/paths.js'

/**
 * The globals that React Native 0.76 provides to code on its engine, Hermes, and that Node also has.
 * `crypto`, `structuredClone`, `TextDecoder` and `URLSearchParams` are missing. Dates and errors are the
 * classes of the tests' own realm, because the tests check for these classes.
 */
const GIVEN = {
  AbortController,
  AbortSignal,
  Blob,
  FormData,
  Headers,
  Request,
  Response,
  TextEncoder,
  clearInterval,
  clearTimeout,
  console,
  fetch,
  performance,
  process: { env: { NODE_ENV: 'development' } },
  queueMicrotask,
  setImmediate,
  setInterval,
  setTimeout,
  Date,
  Error,
  RangeError,
  SyntaxError,
  TypeError,
}

/** Makes V8 behave like Hermes by removing globals that Hermes lacks. */
const WITHOUT = `
  for (const name of ['Atomics', 'FinalizationRegistry', 'Iterator', 'SharedArrayBuffer', 'WebAssembly', 'Float16Array',
    'AsyncDisposableStack', 'DisposableStack', 'SuppressedError']) delete globalThis[name]
  for (const [of, names] of [
    [Array, ['fromAsync']],
    [Array.prototype, ['toReversed', 'toSorted', 'toSpliced', 'with']],
    [Object.getPrototypeOf(Uint8Array.prototype), ['toReversed', 'toSorted', 'with']],
    [ArrayBuffer.prototype, ['resize', 'transfer', 'transferToFixedLength']],
    [Error, ['isError']],
    [Intl, ['DisplayNames', 'DurationFormat', 'ListFormat', 'Locale', 'PluralRules', 'RelativeTimeFormat', 'Segmenter']],
    [Map, ['groupBy']],
    [Object, ['groupBy']],
    [Promise, ['try', 'withResolvers']],
    [RegExp, ['escape']],
    [Set.prototype, ['difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf', 'symmetricDifference', 'union']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())),
      ['drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray']],
  ]) for (const name of names) delete of[name]

  // React Native's URL cannot be queried.
  globalThis.URL = class URL {
    constructor(url) { this.href = url }
    get searchParams() { throw new Error('not implemented') }
  }
`

const MODULES = [
  at('client/src/index.ts'),
  at('client/src/operations.ts'),
  at('client/src/plain.ts'),
  at('client/src/retries.ts'),
  at('client/src/tanstack/index.ts'),
  '@tanstack/query-core',
]

type All = typeof client &
  typeof withOperations &
  typeof withPlain &
  typeof withRetries &
  typeof withTanstack &
  typeof query

/** The client and TanStack Query, run with only the globals that Hermes has. */
export async function onHermes(): Promise<All> {
  const bundle = await rolldown({
    input: 'all',
    cwd: at('.'),
    platform: 'browser',
    plugins: [
      {
        name: 'all',
        resolveId: (id) => (id === 'all' ? at('all.js') : null),
        load: (id) =>
          id === at('all.js')
            ? MODULES.map((name) => `export * from ${JSON.stringify(name)}`).join('\n')
            : null,
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'bundled' })
  await bundle.close()
  const context = createContext({ ...GIVEN })
  return runInContext(`${WITHOUT}; ${output[0].code}; bundled`, context) as All
}
