import { JSONAPIAtomicOperationsDocumentSerializer, JSONAPISerializers, JSONAPISource } from '@orbit/jsonapi'
import { RecordKeyMap, type RecordOperation, RecordSchema } from '@orbit/records'
import { buildSerializerSettingsFor } from '@orbit/serializers'

const ATOMIC = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"'

const keys = { remoteId: {} }

/** Orbit's description of the blog. Model names are JSON:API types, and the server assigns ids. */
const schema = new RecordSchema({
  models: {
    authors: { keys, attributes: { name: { type: 'string' }, email: { type: 'string' } } },
    posts: {
      keys,
      attributes: { title: { type: 'string' }, body: { type: 'string' }, views: { type: 'number' } },
      relationships: {
        author: { kind: 'hasOne', type: 'authors' },
        tags: { kind: 'hasMany', type: 'tags' },
      },
    },
    tags: { keys, attributes: { name: { type: 'string' } } },
  },
})

/** Orbit with the settings from docs/clients.md, which leave types and fields unchanged. */
export function orbitSource(host: string, headers: Readonly<Record<string, string>> = {}) {
  const plain = { serializationOptions: { inflectors: [] } }
  const keyMap = new RecordKeyMap()
  const source = new JSONAPISource({
    name: 'blog',
    host,
    schema,
    keyMap,
    defaultFetchSettings: { headers: { Accept: 'application/vnd.api+json', ...headers } },
    serializerSettingsFor: buildSerializerSettingsFor({
      settingsByType: {
        [JSONAPISerializers.ResourceTypePath]: plain,
        [JSONAPISerializers.ResourceFieldPath]: plain,
      },
    }),
  })
  /** The record with an id from the server. */
  const record = (type: string, id: string) => ({
    type,
    id: keyMap.idFromKeys(type, { remoteId: id }) ?? known(type, id),
  })
  const known = (type: string, id: string): string => {
    const made = schema.generateId(type)
    keyMap.pushRecord({ type, id: made, keys: { remoteId: id } })
    return made
  }
  const idOf = ({ type, id }: { readonly type: string; readonly id: string }): string | undefined =>
    keyMap.idToKey(type, 'remoteId', id)
  /** Sends operations to `/operations`. Orbit can serialize their document but does not send it itself. */
  const operate = async (operations: RecordOperation[]): Promise<void> => {
    const { requestProcessor } = source
    const { serializerFor } = requestProcessor
    const document = new JSONAPIAtomicOperationsDocumentSerializer({ schema, keyMap, serializerFor })
    await requestProcessor.fetch(`${host}/operations`, {
      method: 'POST',
      json: document.serialize({ operations }),
      headers: { Accept: ATOMIC, 'Content-Type': ATOMIC },
    })
  }
  return { source, record, idOf, operate }
}
