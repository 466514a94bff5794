import type { Page } from 'puppeteer-core'
import { describe, expect, test } from 'vitest'
import { inBrowsers, choose, click, openedWith, textOf } from './support/browser.js'
import { servedBlog } from './support/served.js'

const { browsers, browser, blog } = await inBrowsers({ blog: servedBlog })

/** The form for a record, or for a new post. */
async function writing(url: string) {
  const tab = await openedWith(browser, blog, url)
  await click(tab.page, 'tab', 'Write')
  await tab.page.waitForSelector('#body-editor')
  blog.received()
  return tab
}

const body = (page: Page): Promise<unknown> =>
  page.$eval('#body-editor', (editor) =>
    editor instanceof HTMLTextAreaElement ? JSON.parse(editor.value) : undefined,
  )

const type = async (page: Page, selector: string, text: string): Promise<void> =>
  page.locator(selector).setTimeout(10_000).fill(text)

const done = (page: Page, word: string): Promise<unknown> =>
  page.waitForFunction(
    (said) => document.querySelector('.form .row > [role=status]')?.textContent === said,
    {},
    word,
  )

const writes = () => blog.received().filter(({ method }) => method !== 'GET')

describe.each(browsers)('explorer/nested: nested writes in %s', () => {
  test('one form creates a record with its children and grandchildren by keyboard, and the body shows them', async () => {
    const { page, faults } = await writing('/posts')
    await type(page, '#field-title', 'With children')
    await type(page, '#field-body', 'Text')
    await page.focus('#field-author')
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[aria-label="Remove authors 1"]')
    // The button is followed by the first input of the new record.
    await page.locator('::-p-aria([name="New record in comments"])').wait()
    await page.$$eval('button', (buttons) =>
      buttons.find(({ textContent }) => textContent === 'New record in comments')?.focus(),
    )
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.id === 'field-comments-0-body')
    await page.keyboard.type('First!')
    await click(page, 'button', 'New record in replies')
    await page.waitForFunction(() => document.activeElement?.id === 'field-comments-0-replies-0-body')
    await page.keyboard.type('A reply')
    await click(page, 'button', 'New record in tags')
    await type(page, '#field-tags-0-name', 'nested')
    const expected = {
      data: {
        type: 'posts',
        attributes: { body: 'Text', title: 'With children' },
        relationships: {
          author: { data: { type: 'authors', id: '1' } },
          comments: { data: [{ type: 'comments', 'temp-id': 'new-1', method: 'create' }] },
          tags: { data: [{ type: 'tags', 'temp-id': 'new-3', method: 'create' }] },
        },
      },
      included: [
        {
          type: 'comments',
          'temp-id': 'new-1',
          attributes: { body: 'First!' },
          relationships: { replies: { data: [{ type: 'comments', 'temp-id': 'new-2', method: 'create' }] } },
        },
        { type: 'comments', 'temp-id': 'new-2', attributes: { body: 'A reply' } },
        { type: 'tags', 'temp-id': 'new-3', attributes: { name: 'nested' } },
      ],
    }
    expect(await body(page)).toEqual(expected)
    await click(page, 'button', 'Create record')
    await page.waitForSelector('.field.invalid')
    // A reply also belongs to a post, which its position in the document does not determine.
    expect(await textOf(page, '.child .child .field.invalid')).toContain('post is required.')
    await page.focus('#field-comments-0-replies-0-post')
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.child .child [aria-label="Remove posts 1"]')
    await click(page, 'button', 'Create record')
    await done(page, 'Created.')
    expect(writes().map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/posts',
      'POST /api/posts',
    ])
    const stored = await blog.prisma.post.findFirstOrThrow({
      where: { title: 'With children' },
      include: { comments: { include: { replies: true } }, tags: true },
    })
    expect(
      stored.comments.map(({ body: text, replies }) => [text, replies.map((reply) => reply.body)]),
    ).toEqual([['First!', ['A reply']]])
    expect(faults).toEqual([])
  })

  test('a form says that the linked children that it does not list stay linked, and that some may be hidden', async () => {
    const post = await blog.prisma.post.create({
      data: {
        title: 'Parent',
        body: 'Text',
        authorId: 1,
        comments: { create: [{ body: 'kept', approved: true }] },
      },
    })
    const { page } = await writing(`/posts/${post.id}`)
    const linked = (name: string) => textOf(page, `#field-${name}-linked`)
    expect(await linked('comments')).toBe('Unchanged.')
    await click(page, 'button', 'New record in comments')
    await type(page, '#field-comments-0-body', 'new')
    expect(await linked('comments')).toBe('The other linked comments stay linked.')
    await click(page, 'button', 'Show the linked tags')
    await page.waitForSelector('[aria-label="Linked tags"]')
    expect(await textOf(page, '[aria-label="Linked tags"]')).toBe('Nothing that you can see is linked.')
    await click(page, 'button', 'Save')
    await done(page, 'Saved.')
    const stored = await blog.prisma.comment.findMany({ where: { postId: post.id }, orderBy: { id: 'asc' } })
    expect(stored.map(({ body: text }) => text)).toEqual(['kept', 'new'])
  })

  test('the form of a record can change, destroy, unlink and link children', async () => {
    const post = await blog.prisma.post.create({
      data: {
        title: 'Parent',
        body: 'Text',
        authorId: 1,
        tags: { connect: [{ id: 1 }, { id: 2 }] },
        comments: {
          create: [
            { body: 'to change', approved: true },
            { body: 'to destroy', approved: true },
          ],
        },
      },
      include: { comments: true },
    })
    const [changed, destroyed] = post.comments
    const { page } = await writing(`/posts/${post.id}`)
    await click(page, 'button', 'Show the linked comments')
    await page.waitForSelector('[aria-label="Linked comments"] button')
    await page.click('[aria-label="Linked comments"] button')
    await page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('#field-comments-0-body')?.value === 'to change',
    )
    await type(page, '#field-comments-0-body', 'changed')
    await page.click('[aria-label="Linked comments"] button')
    await choose(page, `What happens to comments ${destroyed?.id}`, 'destroy')
    await click(page, 'button', 'Show the linked tags')
    await page.waitForSelector('[aria-label="Linked tags"] button')
    await page.click('[aria-label="Linked tags"] button')
    await choose(page, 'What happens to tags 1', 'disassociate')
    await page.focus('#field-tags')
    await page.keyboard.type('3')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[aria-label="tags: tags 3"]')
    await click(page, 'button', 'Save')
    await done(page, 'Saved.')
    expect(writes().map((sent) => sent.body)).toEqual([
      {
        data: {
          type: 'posts',
          id: String(post.id),
          relationships: {
            comments: {
              data: [
                { type: 'comments', id: String(changed?.id), method: 'update' },
                { type: 'comments', id: String(destroyed?.id), method: 'destroy' },
              ],
            },
            tags: {
              data: [
                { type: 'tags', id: '1', method: 'disassociate' },
                { type: 'tags', id: '3', method: 'update' },
              ],
            },
          },
        },
        included: [{ type: 'comments', id: String(changed?.id), attributes: { body: 'changed' } }],
      },
    ])
    const left = await blog.prisma.comment.findMany({ where: { postId: post.id } })
    expect(left.map((comment) => comment.body)).toEqual(['changed'])
    const tags = await blog.prisma.tag.findMany({ where: { posts: { some: { id: post.id } } } })
    expect(tags.map((tag) => tag.id).toSorted()).toEqual([2, 3])
  })

  test('the errors of nested records appear at their fields, and the focus moves to the first of these fields', async () => {
    const { page } = await writing('/authors')
    await type(page, '#field-name', 'Somebody')
    await type(page, '#field-email', 'somebody@example.org')
    await click(page, 'button', 'New record in posts')
    await type(page, '#field-posts-0-title', 'Title')
    await type(page, '#field-posts-0-views', '-1')
    await click(page, 'button', 'Create record')
    await page.waitForSelector('.child .field.invalid')
    const errors = await page.$$eval('.field.invalid:not(:has(.field.invalid))', (fields) =>
      fields.map((field) => [
        field.querySelector('label')?.htmlFor,
        field.querySelector('.error')?.textContent,
      ]),
    )
    expect(errors).toEqual([
      ['field-posts-0-body', 'body is required.'],
      ['field-posts-0-views', 'views is less than 0.'],
    ])
    await page.waitForFunction(() => document.activeElement?.id === 'field-posts-0-body')
  })

  test('the body and the form stay in sync, a pasted document fills the form, and a mistake is shown with its location', async () => {
    const { page } = await writing('/tags')
    const pastes = (document: unknown): Promise<void> =>
      type(page, '#body-editor', typeof document === 'string' ? document : JSON.stringify(document))
    const hint = (): Promise<string> => textOf(page, '#body-editor-hint')
    await pastes({
      data: {
        type: 'tags',
        attributes: { name: 'pasted' },
        relationships: { posts: { data: [{ type: 'posts', 'temp-id': 'p', method: 'create' }] } },
      },
      included: [{ type: 'posts', 'temp-id': 'p', attributes: { title: 'Nested' } }],
    })
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#field-posts-0-title')?.value === 'Nested',
    )
    expect(await page.$eval('#field-name', (input) => input instanceof HTMLInputElement && input.value)).toBe(
      'pasted',
    )
    await type(page, '#field-posts-0-body', 'From the form')
    expect(await body(page)).toMatchObject({
      included: [{ 'temp-id': 'p', attributes: { title: 'Nested', body: 'From the form' } }],
    })
    await pastes('{\n  "data": {,}\n}')
    expect(await hint()).toBe('Line 2, column 12: "," is not expected here.')
    await click(page, 'button', 'Create record')
    await page.waitForFunction(() => document.activeElement?.id === 'body-editor')
    expect(writes()).toEqual([])
    const odd = { data: { type: 'tags', attributes: { name: 'odd', nam: 1 } } }
    await pastes(odd)
    expect(await hint()).toContain('/data/attributes/nam is not an attribute that this write accepts.')
    await click(page, 'button', 'Create record')
    await page.waitForFunction(() => document.querySelector('.badge')?.textContent?.startsWith('400'))
    expect(writes().map((sent) => sent.body)).toEqual([odd])
  })
})
