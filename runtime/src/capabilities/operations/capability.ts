import { loaderOf } from '../../base/loader.js'
import type { AnyControllers } from '../../controller/controller.js'
import type { Capability } from '../../http/capability.js'
import { ATOMIC, ATOMIC_MEDIA_TYPE, OPERATIONS_PATH } from './extension.js'

const code = loaderOf(() => import('./answer-operations.js'))

/** Atomic Operations: several writes in one request and one transaction (rule 16.6). */
export const atomicOperations = (controllers: AnyControllers): Capability => ({
  faults: Object.hasOwn(controllers, OPERATIONS_PATH.slice(1))
    ? ['operations: the resource of this type would have the same path as the atomic operations.']
    : [],
  address: {
    path: OPERATIONS_PATH,
    methods: ['POST'],
    extension: ATOMIC,
    mediaType: ATOMIC_MEDIA_TYPE,
    serve: async (request) => (code.present ?? (await code.load())).serveOperations(request),
  },
  explored: { operations: true },
})
