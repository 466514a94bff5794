import type { PostRecord, PostScope } from '../../examples/blog/src/api/generated/post.gen.js'
import { PostResource } from '../../examples/blog/src/api/post.resource.js'
// The class is as in the docs, with the five actions that the generator writes.
import { ResourceController } from '@jsonapi-gen/runtime'

export class TenantController extends ResourceController<{ readonly tenant: number }> {}

export function tenantOf(context: object | undefined): number {
  if (context instanceof TenantController) return context.locals.tenant
  throw new Error('There is no tenant here. Run it in api.as({ tenant }, …).')
}

export class TenantPost extends PostResource {
  override baseScope(context?: object): PostScope {
    return super.baseScope(context).where({ authorId: tenantOf(context) })
  }

  override create(parameters: Readonly<Record<string, unknown>>, parent?: object): Promise<PostRecord> {
    return super.create({ ...parameters, authorId: tenantOf(this.context) }, parent)
  }
}
