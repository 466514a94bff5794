import { createApi, defineRegistry } from '@jsonapi-gen/runtime'
import { afterEach, describe, expect, test } from 'vitest'
import { CommentResource } from '../../examples/blog/src/api/comment.resource.js'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { CommentsController } from '../../examples/blog/src/api/routes/comments.routes.js'
import { get } from '../support/blog.js'
import { databases } from '../support/databases.js'
import { idsOf, KINDS, refusal } from '../support/read/answers.js'
import { seededBlog } from '../support/read/blog.js'

const MANY = 'Filters and sorts can go through at most 20 relationships in total.'
const FIRST = 'filter[or][0][author.name]'
const times = (count: number, member: (index: number) => string, by = ','): string =>
  Array.from({ length: count }, (_, index) => member(index)).join(by)

describe.each(databases)(
  'filters/through-limit (17.2): filters and sorts through relationships on $name',
  (database) => {
    const blog = seededBlog(database)
    // The blog's resources find each other through the registry that was defined last.
    afterEach(() => void defineRegistry(Object.fromEntries(registry)))

    test('repeating a sort key through a relationship has no effect', async () => {
      const once = idsOf(await blog.get('/posts?sort=author.name,-id&page[size]=5'))
      expect(
        idsOf(await blog.get(`/posts?sort=${times(300, () => 'author.name')},-id&page[size]=5`)),
      ).toEqual(once)
      expect(idsOf(await blog.get(`/posts?sort=${times(2001, () => 'id')}&page[size]=2`))).toEqual([1, 2])
    })

    test('a sort through 20 relationships is accepted, and a sort through 21 is rejected', async () => {
      // Comments have a default filter, so such a sort is rejected unless it is listed (rule 14.2).
      const sort = (depth: number) => `${times(depth, () => 'parent', '.')}.id` as `parent.${string}`
      const path = (depth: number) => `/comments?sort=${sort(depth)}`
      class Sortable extends CommentResource {
        static {
          for (const depth of [20, 21, 70, 300]) this.allowSort(sort(depth))
        }
      }
      class SortableController extends CommentsController {
        static {
          SortableController.jsonapi(Sortable)
        }
      }
      const api = createApi({
        registry: defineRegistry({ ...Object.fromEntries(registry), comments: Sortable }),
        controllers: { ...controllers, comments: SortableController },
      })
      expect(idsOf(await get(path(20), {}, api))).toHaveLength(20)
      for (const depth of [21, 70, 300]) {
        expect(await get(path(depth), {}, api)).toEqual(refusal(KINDS.badSort, 'sort', MANY))
      }
    })

    test("filters through 20 relationships are accepted, filters through 21 are rejected, and the sort's relationships are counted too", async () => {
      const path = (count: number) =>
        `/posts?${times(count, (index) => `filter[or][${index}][author.name]=Nobody ${index}`, '&')}`
      expect(idsOf(await blog.get(path(20)))).toEqual([])
      for (const count of [21, 90]) {
        expect(await blog.get(path(count))).toEqual(refusal(KINDS.badFilter, FIRST, MANY))
      }
      expect(await blog.get(`${path(20)}&sort=author.name`)).toEqual(refusal(KINDS.badFilter, FIRST, MANY))
    })
  },
)
