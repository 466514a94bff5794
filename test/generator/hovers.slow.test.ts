import { expect, test } from 'vitest'
import ts from 'typescript'
import { at } from '../../scripts/lib/paths.js'
import { editorOf } from './support/editor.js'

const FILE = at('test/types/hovered.ts')

// Each `/**/` marks a symbol whose description the test requests from the editor.
const CODE = `
import type { Query } from '../../examples/blog/src/api/generated/index.gen.js'
import { AttachmentResource } from '../../examples/blog/src/api/attachment.resource.js'
import { PostResource } from '../../examples/blog/src/api/post.resource.js'

export const /**/wanted: Query<'posts'> = { include: 'author' }
export function search(/**/query: Query<'currencies'>): void {}

const { data: posts } = await PostResource.all({
  include: ['author', 'comments'],
  fields: { posts: ['title', 'body'], authors: ['name'], comments: ['body'] },
  extraFields: { posts: ['readingTime'] },
})
export const [/**/post] = posts
export const text = post?./**/body
const { data: attachment } = await AttachmentResource.find(1, {
  include: 'subject',
  fields: { attachments: ['url'], posts: ['title'], authors: ['name'] },
})
export const { /**/subject } = attachment
`

test("editors show a query's name, and a result's members in the schema's order", () => {
  expect(hovers()).toEqual([
    'const wanted: PostQuery',
    '(parameter) query: CurrencyQuery',
    `const post: {
    readonly id: number;
    readonly type: "posts";
    readonly title: string;
    readonly body: string;
    readonly readingTime: number;
    readonly author: {
        readonly id: number;
        readonly type: "authors";
        readonly name: string;
    } | null;
    readonly comments: readonly {
        readonly id: number;
        readonly type: "comments";
        readonly body: string;
    }[];
} | undefined`,
    '(property) body: string | undefined | The text in Markdown.',
    `const subject: {
    readonly id: number;
    readonly type: "posts";
    readonly title: string;
} | {
    readonly id: number;
    readonly type: "authors";
    readonly name: string;
} | null`,
  ])
}, 120_000)

/** The description that the language service shows at each mark. Throws if the code has errors. */
function hovers(): readonly string[] {
  const service = editorOf(FILE, CODE)
  const faults = service.getSemanticDiagnostics(FILE).map(({ messageText }) => messageText)
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
  return [...CODE.matchAll(/\/\*\*\//g)].map(({ index }) => {
    const { displayParts, documentation } = service.getQuickInfoAtPosition(FILE, index + 4) ?? {}
    const texts = [displayParts, documentation].map((parts) => ts.displayPartsToString(parts))
    return texts.filter((each) => each !== '').join(' | ')
  })
}
