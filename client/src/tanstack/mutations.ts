import { isObject } from '../is-object.js'
import { recorded, tracked } from './calls.js'
import { queryIn, typesIn } from './keys.js'
import { type Change, changedBy } from './optimistic.js'
import type { MutationContext, MutationOptions, Put, TanstackSettings, WriteOptions } from './options.js'
import { typesWritten } from './types-of.js'

/** The options of a mutation, from a function that makes calls. */
export function mutationOptions<Api extends object, Data, Variables>(
  settings: TanstackSettings<Api>,
  make: (api: Api, variables: Variables) => Promise<Data>,
  { optimistic = false, also = [] }: WriteOptions<string> = {},
): MutationOptions<Data, Variables> {
  const { api, schema } = settings
  const dependsOn = (types: ReadonlySet<string>) => ({
    predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
      [...typesIn(settings, queryKey)].some((type) => types.has(type)),
  })
  return {
    async mutationFn(variables, context) {
      const types = new Set(also)
      const track = tracked(api, (call) => {
        for (const type of typesWritten(schema, call)) types.add(type)
      })
      const { client } = checked(context)
      try {
        const data = await make(track, variables)
        await client.invalidateQueries(dependsOn(types))
        return data
      } catch (error) {
        // The server may have written before the response was lost, or the record may have changed. The error
        // does not wait for this. A rejected input has changed nothing.
        if (!isRejectedInput(error)) void client.invalidateQueries(dependsOn(types))
        throw error
      }
    },
    async onMutate(variables, context) {
      if (!optimistic) return []
      const { client } = checked(context)
      const change = changeIn(recorded(api, (calls) => make(calls, variables)))
      const filters = dependsOn(new Set([change.type]))
      // A read in progress would overwrite the change.
      await client.cancelQueries(filters)
      const put = client.getQueriesData(filters).map(([queryKey, before]): Put => {
        const isPlain = queryIn(queryKey).plain === true
        return { queryKey, before, after: changedBy(before, change, schema, isPlain) }
      })
      const changed = put.filter(({ before, after }) => after !== before)
      return changed.map(({ queryKey, before, after }) => ({
        queryKey,
        before,
        after: client.setQueryData(queryKey, after),
      }))
    },
    onSettled(_data, error, _variables, put, context) {
      if (!error || !put) return
      const { client } = checked(context)
      for (const { queryKey, before, after } of put) {
        // Another mutation, or a read, may have replaced the result in the meantime.
        if (client.getQueryData(queryKey) === after) client.setQueryData(queryKey, before)
      }
      const keys = new Set(put.map(({ queryKey }) => queryKey))
      const predicate = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => keys.has(queryKey)
      // After any other error, the queries on the page are already requested again.
      const refetchType = isRejectedInput(error) ? 'active' : 'none'
      void client.invalidateQueries({ predicate, refetchType })
    },
  }
}

const isRejectedInput = (error: unknown): boolean => isObject(error) && error['status'] === 422

/** The change that a call in an optimistic mutation makes. */
function changeIn(call: ReturnType<typeof recorded>): Change {
  const { type = '', method, given: [id, input] = [] } = call ?? {}
  if (method !== 'update' && method !== 'destroy') {
    throw new Error('"optimistic" needs a function that returns a single call to update or destroy.')
  }
  return { type, id: String(id), input: method === 'update' && isObject(input) ? input : undefined }
}

function checked(context: MutationContext | undefined): MutationContext {
  if (!context) throw new Error('mutationOptions requires TanStack Query 5.89 or newer.')
  return context
}
