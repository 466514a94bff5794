import { Resource, type Shape } from '@jsonapi-gen/runtime'

interface PostShape extends Shape {
  type: 'posts'
  record: { id: number; title: string }
  context: { readonly isEditor: () => boolean }
  actions: { publish: 'record'; import: 'collection' }
}

abstract class PostBase extends Resource<PostShape> {
  abstract publish(record: PostShape['record'], input: { readonly at?: Date | null }, context: object): object
  scopeDrafts(scope: PostShape['scope']): PostShape['scope'] {
    return scope
  }

  static {
    this.action(
      'publish',
      {
        on: 'record',
        input: {
          at: 'datetime?',
          note: { type: 'string', maxLength: 10 },
          how: { enum: ['loud', 'quiet'], default: 'quiet' },
        },
        output: 'posts?',
        guard: 'isEditor',
        scope: 'scopeDrafts',
        transaction: false,
      },
      'publish',
    )
    this.action('import', { on: 'collection' }, (input, context) => ({ ...input, may: context.isEditor() }))
    this.action('touch', { on: 'record', scope: (scope) => scope }, (record, _input, context) => {
      context.isEditor()
      return record.title
    })
    this.afterCommit('publish', (post) => post.title)
    this.beforeCommit(['create', 'import'], () => undefined)

    // @ts-expect-error An action must declare its target.
    this.action('nothing', {}, 'publish')
    // @ts-expect-error The target must be a record or the collection.
    this.action('wrong', { on: 'records' }, 'publish')
    // @ts-expect-error The method must belong to the resource.
    this.action('missing', { on: 'record' }, 'unpublish')
    // @ts-expect-error An action on the collection has no record, and therefore no scope.
    this.action('all', { on: 'collection', scope: 'scopeDrafts' }, () => ({}))
    // @ts-expect-error The scope must be a method of the resource.
    this.action('scoped', { on: 'record', scope: 'scopeNothing' }, 'publish')
    // @ts-expect-error An input has no column.
    this.action('column', { on: 'record', input: { at: { type: 'date', column: 'b' } } }, 'publish')
    // @ts-expect-error There is no such type.
    this.action('typed', { on: 'record', input: { at: 'moment' } }, 'publish')
    // @ts-expect-error A hook must name a kind of write, or an action of the resource.
    this.afterCommit('unpublish', () => undefined)
  }
}

// @ts-expect-error A project without the method does not compile.
export class PostResource extends PostBase {}
