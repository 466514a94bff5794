// The parameters of `create` and `update` in the overrides of an application. Checked by `npm run typecheck`.
import { PostResourceBase, type PostRecord } from '../../examples/blog/src/api/generated/post.gen.js'

/** Without types for the columns, as in older overrides. */
export abstract class Untyped extends PostResourceBase {
  override create(parameters: Readonly<Record<string, unknown>>, parent?: object) {
    return super.create({ ...parameters, views: 0 }, parent)
  }
  override update(parameters: Readonly<Record<string, unknown>>, parent?: object) {
    return super.update(parameters, parent)
  }
}

/** With the types of the model's columns, all of which are optional. */
export abstract class Typed extends PostResourceBase {
  override create(parameters: Readonly<Partial<PostRecord>>, parent?: object) {
    const title: string | undefined = parameters.title
    // @ts-expect-error: the views are a number.
    const views: string | undefined = parameters.views
    return super.create({ ...parameters, title: `${title} ${views}` }, parent)
  }
  override update(parameters: Readonly<Partial<PostRecord>>, parent?: object) {
    // @ts-expect-error: there is no such column.
    const nothing: unknown = parameters.nosuch
    return super.update({ ...parameters, body: String(nothing) }, parent)
  }
}
