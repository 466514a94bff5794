import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import {
  copies,
  addTo,
  answered,
  inBrowsers,
  choose,
  click,
  fill,
  opened,
  openedWith,
  queryUrl,
  sent,
  textOf,
} from './support/browser.js'
import { servedBlog } from './support/served.js'

const { browsers, browser, blog } = await inBrowsers({ blog: servedBlog })

/** Opens the page with a query, and waits for the response. */
const asking = (url: string) => openedWith(browser, blog, url)

const urls = (): readonly string[] => blog.received().map(({ method, url }) => `${method} ${url}`)

test('no part of the page creates HTML from text', () => {
  const sources = readdirSync(at('explorer/page'), { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(at(`explorer/page/${name}`), 'utf8'))
  const making =
    /innerHTML|outerHTML|dangerouslySetInnerHTML|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|eval\(|new Function/
  expect(sources.length).toBeGreaterThan(20)
  expect(sources.filter((text) => making.test(text))).toEqual([])
})

describe.each(browsers)('explorer/page: the blog in %s', () => {
  test('a link to a query in the explorer shows its response, and the server receives the same query', async () => {
    const { page, faults } = await opened(
      browser,
      `${blog.page}#/posts?include=author&filter[views][gte]=490&sort=-views&page[size]=2`,
    )
    const shown = await answered(page)
    const [request] = blog.received()
    expect(request).toMatchObject({
      method: 'GET',
      url: '/api/posts?include=author&filter[views][gte]=490&sort=-views&page[size]=2',
      headers: { accept: 'application/vnd.api+json', 'x-explorer': 'queries' },
    })
    expect(shown).toContain('200 OK')
    expect(shown).toMatch(/\d+ ms\s+\d+(\.\d)? (KiB|B)/)
    expect(shown).toContain('2 records')
    expect(shown).toContain('In praise of winter, part 3')
    expect(shown).toContain('ada@example.com')
    expect(faults).toEqual([])
  })

  test('one click on a relationship in the graph includes it, and another opens its type', async () => {
    const { page } = await asking('/posts')
    await click(page, 'tab', 'Graph')
    await click(page, 'button', 'comments of posts, to many comments')
    expect(await queryUrl(page)).toBe('/posts?include=comments')
    await click(page, 'button', 'comments of posts, to many comments')
    await page.waitForFunction(() => document.activeElement?.parentElement?.id === 'part-comments')
    expect(
      await page.$eval('#part-comments', (part) => part instanceof HTMLDetailsElement && part.open),
    ).toBe(true)
    await sent(page)
    expect(urls()).toEqual(['GET /api/posts?include=comments'])
  })

  test("the graph shows all types, a type's neighborhood, and search results", async () => {
    const { page } = await asking('/tags')
    await click(page, 'tab', 'Graph')
    const cards = (): Promise<readonly string[]> =>
      page.$$eval('.card .title', (titles) => titles.map((title) => title.textContent ?? '').toSorted())
    const all = ['attachments', 'authors', 'comments', 'currencies', 'posts', 'profiles', 'tags']
    expect(await cards()).toEqual(all)
    await click(page, 'button', 'Around tags')
    expect(await cards()).toEqual(['posts', 'tags'])
    await fill(page, 'searchbox', 'Search for a type', 'prof')
    await click(page, 'button', 'profiles')
    expect(await cards()).toEqual(['authors', 'profiles'])
    await click(page, 'button', 'authors')
    expect(await queryUrl(page)).toBe('/authors')
  })

  test('the builder writes the URL with includes, filters, groups, sorts, fields, statistics and pages', async () => {
    const { page, faults } = await asking('/posts')
    const check = async (name: string): Promise<void> => click(page, 'checkbox', name)
    await check('comments ⇉ comments')
    await addTo(page, '#part-records', 'Add a filter', 'views')
    await choose(page, 'Operator of views', 'gte')
    await fill(page, 'textbox', 'Value of views', '400')
    await addTo(page, '#part-records', 'Add a filter', 'status')
    await choose(page, 'Value of status', 'published')
    await addTo(page, '#part-records', 'Add a filter', 'group:not')
    await addTo(page, '.group', 'Add a filter', 'title')
    await choose(page, 'Operator of title', 'prefix')
    await fill(page, 'textbox', 'Value of title', 'hello')
    await addTo(page, '#part-records', 'Add a key', 'views')
    await click(page, 'button', 'views, ascending: reverse')
    await (await page.waitForSelector('#part-records .grid input'))?.type('2')
    await check('count')
    await page.click('#part-comments > summary')
    await addTo(page, '#part-comments', 'Add a filter', 'approved')
    await (await page.waitForSelector('#part-comments .condition .values select'))?.select('true')
    await page.click('#part-comments .fields > summary')
    await page.locator('#part-comments .fields label:first-of-type input').setTimeout(10_000).click()
    const written =
      '/posts?include=comments&filter[views][gte]=400&filter[status]=published&filter[not][title][prefix]=hello&filter[comments][approved]=true&sort=-views&fields[comments]=body,createdAt,author,parent,post,replies&stats[total]=count&page[size]=2'
    expect(await queryUrl(page)).toBe(written)
    const shown = await sent(page)
    expect(urls()).toEqual([`GET /api${written}`])
    expect(shown).toContain('200 OK')
    expect(shown).toMatch(/total count\s+\d+/)
    expect(faults).toEqual([])
  })

  test('an arrow key in a list only selects an item, while "Add" or Enter adds it', async () => {
    const { page } = await asking('/posts')
    await page.focus('#part-records [aria-label="Add a filter"]')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const name = await page.$eval('#part-records [aria-label="Add a filter"]', (list) =>
      list instanceof HTMLSelectElement ? list.value : '',
    )
    expect([name === '', await queryUrl(page)]).toEqual([false, '/posts'])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.$$eval('.condition .name', (names) => names.map((each) => each.textContent))).toEqual([
      name,
    ])
  })

  test("the builder's inputs select a single record, its extra fields and its related records", async () => {
    const { page } = await asking('/posts')
    await fill(page, 'textbox', 'Id', '1')
    await page.keyboard.press('Tab')
    await page.waitForFunction(() => document.querySelectorAll('.part select').length > 1)
    await page.click('#part-records .fields > summary')
    await click(page, 'checkbox', 'readingTime extra')
    expect(await queryUrl(page)).toBe('/posts/1?extra_fields[posts]=readingTime')
    expect(await sent(page)).toContain('readingTime')
    await choose(page, 'Related', 'tags')
    await click(page, 'checkbox', 'only linkage')
    expect(await queryUrl(page)).toBe('/posts/1/relationships/tags')
    await sent(page)
    expect(urls()).toEqual([
      'GET /api/posts/1?extra_fields[posts]=readingTime',
      'GET /api/posts/1/relationships/tags',
    ])
  })

  test('a pasted URL fills the builder, however it is spelled', async () => {
    const { page } = await asking('/tags')
    const pastes = `${blog.url}/posts/1/comments?include=author&filter%5Bapproved%5D=false&sort=author.name,-createdAt&page[size]=3&extra_fields[authors]=`
    await fill(page, 'textbox', 'URL', pastes)
    const state = await page.evaluate(() => ({
      type: document.querySelector<HTMLSelectElement>('.part select')?.value,
      id: document.querySelector<HTMLInputElement>('.part input')?.value,
      related: document.querySelectorAll<HTMLSelectElement>('.part select')[1]?.value,
      included: [...document.querySelectorAll<HTMLInputElement>('.tree input')].flatMap((input) =>
        input.checked ? [input.parentElement?.textContent] : [],
      ),
      filter: document.querySelector('.condition .name')?.textContent,
      value: document.querySelector<HTMLSelectElement>('.condition .values select')?.value,
      sorts: [...document.querySelectorAll('.chips button:first-child')].map((key) => key.textContent),
      size: document.querySelector<HTMLInputElement>('.section .grid input')?.value,
    }))
    expect(state).toEqual({
      type: 'posts',
      id: '1',
      related: 'comments',
      included: ['author→ authors'],
      filter: 'approved',
      value: 'false',
      sorts: ['author.name ↑', 'createdAt ↓'],
      size: '3',
    })
    await sent(page)
    expect(urls()).toEqual([
      'GET /api/posts/1/comments?include=author&filter[approved]=false&sort=author.name,-createdAt&page[size]=3&extra_fields[authors]=',
    ])
  })

  test("a word that is not in the contract is marked with the server's suggestion, which a click accepts", async () => {
    const { page, shown } = await asking('/posts?filter[titel]=Hello')
    expect(shown).toContain('400 Bad Request')
    expect(shown).toContain('The filter "titel" is not allowed. Did you mean "title"?')
    expect(await textOf(page, '.marks')).toMatch(
      /titel\s+There is no filter "titel" for "posts"\.\s+Did you mean “title”\?/,
    )
    await click(page, 'button', 'Did you mean “title”?')
    expect(await queryUrl(page)).toBe('/posts?filter[title]=Hello')
    expect(await page.$eval('.marks', (marks) => marks instanceof HTMLElement && marks.hidden)).toBe(true)
    for (const [url, word] of [
      ['/posts?include=autor', 'author'],
      ['/posts?sort=-titel', 'title'],
      ['/posts?fields[posts]=titel', 'title'],
      ['/posts?stats[views]=sun', 'sum'],
      ['/posts?page[sice]=1', 'size'],
      ['/posts?filtre[a]=1', 'filter'],
      ['/post', 'posts'],
      ['/posts/1/coments', 'comments'],
      ['/posts?filter[views][gtt]=1', 'gt'],
    ] as const) {
      await fill(page, 'textbox', 'URL', url)
      expect([url, await textOf(page, '.marks')]).toEqual([
        url,
        expect.stringContaining(`Did you mean “${word}”?`),
      ])
    }
  })

  test("the page's URL contains the query, and going back restores the previous query", async () => {
    const { page } = await asking('/posts?page[size]=1')
    await click(page, 'button', 'Open posts 1')
    await page.waitForFunction(() => location.hash === '#/posts/1')
    await answered(page)
    await page.goBack()
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('.request input')?.value === '/posts?page[size]=1',
    )
    await addTo(page, '#part-records', 'Add a filter', 'status')
    await choose(page, 'Value of status', 'draft')
    await page.waitForFunction(() => location.hash.includes('draft'))
    expect(decodeURIComponent(await page.evaluate(() => location.hash))).toBe(
      '#/posts?filter[status]=draft&page[size]=1',
    )
  })

  test('a click follows links and linkage to pages, records, related records and links in the document', async () => {
    const { page } = await asking('/posts?page[size]=2&fields[posts]=title,comments')
    await click(page, 'button', 'next')
    await page.waitForFunction(() => location.hash.includes('number'))
    await answered(page)
    await click(page, 'button', 'comments of posts 3')
    await page.waitForFunction(() => location.hash.startsWith('#/posts/3/comments'))
    await answered(page)
    await fill(page, 'textbox', 'URL', '/posts/1/relationships/tags')
    await sent(page)
    await click(page, 'tab', 'Document')
    await click(page, 'link', `"${blog.url}/posts/1/tags"`)
    await page.waitForFunction(() => location.hash === '#/posts/1/tags')
    await answered(page)
    await click(page, 'tab', 'Table')
    await page.locator('tbody .link.id').setTimeout(10_000).click()
    await page.waitForFunction(() => location.hash.startsWith('#/tags/'))
    await answered(page)
    expect(urls().map((url) => url.replace(/\/tags\/\d+$/, '/tags/N'))).toEqual([
      'GET /api/posts?page[size]=2&fields[posts]=title,comments&page[number]=2',
      'GET /api/posts/3/comments',
      'GET /api/posts/1/relationships/tags',
      'GET /api/posts/1/tags',
      'GET /api/tags/N',
    ])
  })

  test('with cursor pagination, the first page uses the profile, and later pages use the links', async () => {
    const { page } = await asking('/posts?sort=-views&page[size]=2')
    await click(page, 'checkbox', 'by cursors')
    await sent(page)
    expect(blog.received().map(({ headers }) => headers.accept)).toEqual([
      'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"',
    ])
    await click(page, 'button', 'next')
    await page.waitForFunction(() => location.hash.includes('after'))
    expect(await answered(page)).toContain('2 records on this page')
    expect(urls()[0]).toMatch(/page\[after\]=\S+$/)
  })

  test('a response is shown as a document, as a curl command and as a client call, with headers and queries', async () => {
    const { page } = await asking(
      "/posts?filter[title]=it's,b&filter[views][gt]=1&include=author&page[size]=1",
    )
    const shown = async (name: string): Promise<string> => {
      await click(page, 'tab', name)
      return textOf(page, '.answer [role=tabpanel]')
    }
    expect(await shown('Document')).toContain('"jsonapi": {')
    expect(await shown('curl')).toBe(
      `Copy\ncurl -g '${blog.url}/posts?filter[title]=it'\\''s,b&filter[views][gt]=1&include=author&page[size]=1' \\\n  -H 'accept: application/vnd.api+json'`,
    )
    expect(await shown('Client')).toBe(
      "Copy\nawait api.posts.list({\n  filter: { title: ['it\\'s', 'b'], views: { gt: 1 } },\n  page: { size: 1 },\n  include: ['author'],\n})",
    )
    expect(await shown('Headers')).toContain('content-type\napplication/vnd.api+json')
    expect(await shown('Queries 1')).toMatch(/posts resolve of posts, 0 rows[\s\S]*"where"/)
    const context = page.browserContext()
    await context.overridePermissions(new URL(blog.page).origin, [
      'clipboard-read',
      'clipboard-write',
    ] as never)
    for (const [tab, button, text] of [
      ['curl', 'Copy the command', 'curl -g'],
      ['Client', 'Copy the call', 'await api.posts.list('],
      ['Document', 'Copy the document', '"jsonapi": {'],
    ] as const) {
      await click(page, 'tab', tab)
      await copies(page, '.code button', () => click(page, 'button', button))
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(text)
    }
  })

  test('an error disappears when its own input changes, and returns if the next request has it again', async () => {
    const { page } = await asking('/posts?page[size]=1')
    await click(page, 'tab', 'Write')
    await page.waitForSelector('#field-title')
    const invalid = (): Promise<readonly string[]> =>
      page.$$eval('.field.invalid > .error', (errors) => errors.map(({ id }) => id))
    await click(page, 'button', 'Create record')
    await page.waitForSelector('#field-title-error')
    expect(await invalid()).toEqual(['field-body-error', 'field-title-error'])
    await page.focus('#field-title')
    await page.keyboard.type('a')
    await page.waitForFunction(() => document.querySelector('#field-title-error') === null)
    expect(await page.$eval('#field-title', ({ ariaInvalid }) => ariaInvalid)).toBe('false')
    await page.focus('#field-author')
    await page.keyboard.type('x')
    await click(page, 'button', 'Send')
    await page.waitForSelector('#field-author-error')
    expect(await invalid()).toEqual(['field-body-error', 'field-author-error'])
    await page.focus('#field-author')
    await page.keyboard.press('Backspace')
    await page.waitForFunction(() => document.querySelector('#field-author-error') === null)
    expect(await invalid()).toEqual(['field-body-error'])
    await page.focus('#field-title')
    await page.keyboard.press('Backspace')
    await click(page, 'button', 'Create record')
    await page.waitForSelector('#field-title-error')
    expect(await invalid()).toEqual(['field-body-error', 'field-title-error'])
  })

  test('the button that saves a record keeps the focus', async () => {
    const { page } = await asking('/tags/1')
    await click(page, 'tab', 'Write')
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#field-name')?.value !== '')
    await page.focus('.form .primary')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('.form [role=status]')?.textContent === 'Saved.')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Save')
  })

  test('forms create, change, link, unlink and delete a record', async () => {
    const { page, faults } = await asking('/posts?page[size]=1')
    await click(page, 'tab', 'Write')
    await fill(page, 'textbox', 'title required', 'From a form')
    await fill(page, 'textbox', 'body required', 'Text')
    await choose(page, 'status', 'published')
    await fill(page, 'textbox', 'views', '7')
    await click(page, 'checkbox', 'rating is null')
    await fill(page, 'searchbox', 'Search author', 'Ada')
    await click(page, 'button', 'Ada Brontë 1')
    await fill(page, 'searchbox', 'Search tags', '2')
    await page.locator('.found button').setTimeout(10_000).click()
    blog.received()
    await click(page, 'button', 'Create record')
    await page.waitForFunction(
      () => document.querySelector('.form [role=status]')?.textContent === 'Created.',
    )
    const [created] = blog.received()
    expect(created).toMatchObject({
      method: 'POST',
      url: '/api/posts',
      headers: { 'content-type': 'application/vnd.api+json' },
      body: {
        data: {
          type: 'posts',
          attributes: { body: 'Text', title: 'From a form', rating: null, status: 'published', views: 7 },
          relationships: {
            author: { data: { type: 'authors', id: '1' } },
            tags: { data: [{ type: 'tags' }] },
          },
        },
      },
    })
    const stored = await blog.prisma.post.findFirstOrThrow({ where: { title: 'From a form' } })
    expect(stored).toMatchObject({ body: 'Text', views: 7, authorId: 1, rating: null })

    const id = String(stored.id)
    await fill(page, 'textbox', 'URL', `/posts/${id}`)
    await sent(page)
    await click(page, 'button', `Edit posts ${id}`)
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#field-title')?.value === 'From a form',
    )
    await fill(page, 'textbox', 'title', 'Changed')
    blog.received()
    await click(page, 'button', 'Save')
    await page.waitForFunction(() => document.querySelector('.form [role=status]')?.textContent === 'Saved.')
    expect(blog.received()[0]).toMatchObject({
      method: 'PATCH',
      url: `/api/posts/${id}`,
      body: { data: { type: 'posts', id, attributes: { title: 'Changed' } } },
    })

    await click(page, 'button', 'Links')
    await page.waitForSelector('[aria-label^="Remove tags"]')
    await page.locator('[aria-label^="Remove tags"]').setTimeout(10_000).click()
    await page.waitForFunction(() => document.querySelector('[aria-label^="Remove tags"]') === null)
    // The button is gone, so the focus moves to the search, where the keyboard alone can link the next
    // record.
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Search tags')
    await page.keyboard.type('3')
    await page.waitForSelector('.found button')
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction(() => document.activeElement?.closest('.found') !== null)
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.querySelector('.found') === null)
    await page.keyboard.press('ArrowDown')
    await page.waitForSelector('.found button')
    await page.keyboard.press('ArrowDown')
    // Enter selects the record only after the record has received the focus.
    await page.waitForFunction(() => document.activeElement?.closest('.found') !== null)
    await page.keyboard.press('Enter')
    await page.waitForSelector('[aria-label="Remove tags 3"]')
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Search tags')
    const writes = blog.received().filter(({ method }) => method !== 'GET')
    expect(writes.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `DELETE /api/posts/${id}/relationships/tags`,
      `POST /api/posts/${id}/relationships/tags`,
    ])
    expect(writes[1]?.body).toEqual({ data: [{ type: 'tags', id: '3' }] })

    await click(page, 'button', 'Delete')
    await click(page, 'button', 'Delete record')
    await page.waitForFunction(
      () => document.querySelector('.form [role=status]')?.textContent === 'Deleted.',
    )
    expect(await blog.prisma.post.findUnique({ where: { id: stored.id } })).toBe(null)
    expect(faults).toEqual([])
  })

  test('a late search result does not steal the focus from the record', async () => {
    const { page } = await asking('/posts?page[size]=1')
    await click(page, 'tab', 'Write')
    await page.waitForSelector('[aria-label="Search tags"]')
    await page.emulateNetworkConditions({ download: -1, upload: -1, latency: 1_000 })
    await fill(page, 'searchbox', 'Search tags', '3')
    await page.waitForSelector('.found button')
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Use the id “3”')
    // Observers run before the next key can arrive: if the focus is lost even for a frame, that key is lost.
    await page.evaluate(() => {
      const found = document.querySelector('.found')
      if (!found) throw new Error('nothing is offered')
      const lost: boolean[] = []
      Object.assign(window, { lost })
      new MutationObserver(() => lost.push(document.activeElement === document.body)).observe(found, {
        childList: true,
      })
    })
    await page.waitForFunction(
      () =>
        ![...document.querySelectorAll('.found button')].some((button) =>
          button.textContent.startsWith('Use the id'),
        ),
    )
    await page.waitForFunction(() => document.activeElement?.getAttribute('data-id') === '3')
    expect(await page.evaluate(() => Reflect.get(window, 'lost'))).toEqual([false])
    await page.keyboard.press('Enter')
    await page.waitForSelector('[aria-label="Remove tags 3"]')
  })

  test('required fields are marked, and each error appears at the field that its pointer names', async () => {
    const { page } = await asking('/posts?page[size]=1')
    await click(page, 'tab', 'Write')
    await page.waitForSelector('.field')
    const required = await page.$$eval('.field label', (labels) =>
      labels.flatMap((label) => (label.querySelector('.required') ? [label.textContent] : [])),
    )
    expect(required).toEqual(['body required', 'title required', 'author required'])
    await fill(page, 'textbox', 'views', '-1')
    await fill(page, 'textbox', 'publishedAt', 'soon')
    await fill(page, 'searchbox', 'Search author', '99999')
    await click(page, 'button', 'Use the id “99999”')
    await click(page, 'button', 'Create record')
    await page.waitForSelector('.field .error')
    const errors = (): Promise<unknown> =>
      page.$$eval('.field.invalid', (fields) =>
        fields.map((field) => [
          field.querySelector('label')?.textContent,
          field.querySelector('.error')?.textContent,
        ]),
      )
    expect(await errors()).toEqual([
      ['body required', 'body is required.'],
      ['title required', 'title is required.'],
      ['author required', 'There is no record of type "authors" with the id "99999" here.'],
      ['publishedAt', 'publishedAt is not a datetime.'],
      ['views', 'views is less than 0.'],
    ])
    // The field receives the focus when the errors are displayed.
    await page.waitForFunction(() => document.activeElement?.id === 'field-body')
    expect(await page.$eval('#field-body', (input) => input.getAttribute('aria-describedby'))).toBe(
      'field-body-hint field-body-error',
    )
    await fill(page, 'textbox', 'body required', 'Text')
    await fill(page, 'textbox', 'title required', 'Title')
    await fill(page, 'textbox', 'views', '1')
    await click(page, 'checkbox', 'publishedAt is null')
    await click(page, 'button', 'Create record')
    await page.waitForFunction(() => document.querySelectorAll('.field.invalid').length === 1)
    expect(await errors()).toEqual([['author required', expect.stringContaining('99999')]])
  })

  test('Enter selects the record that a search has found, and a form with unselected text is not sent', async () => {
    const { page } = await asking('/posts?page[size]=1')
    await click(page, 'tab', 'Write')
    await fill(page, 'textbox', 'body required', 'Text')
    await fill(page, 'textbox', 'title required', 'Found by Enter')
    blog.received()
    await fill(page, 'searchbox', 'Search author', '1')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[aria-label="Remove authors 1"]')
    await fill(page, 'searchbox', 'Search tags', 'nobody')
    // A search result moves the button, so a click at the same moment would miss it.
    await page.waitForSelector('.found .hint')
    await click(page, 'button', 'Create record')
    await page.waitForSelector('.field.invalid')
    expect(await textOf(page, '.field.invalid .error')).toBe(
      '“nobody” is not selected: select a record, or clear the search.',
    )
    expect(blog.received().filter(({ method }) => method === 'POST')).toEqual([])
    await page.focus('#field-tags')
    for (const _ of 'nobody') await page.keyboard.press('Backspace')
    await click(page, 'button', 'Create record')
    await page.waitForFunction(() => document.querySelector('.form [role=status]') !== null)
    const [created] = blog.received().filter(({ method }) => method === 'POST')
    expect(created?.body).toMatchObject({
      data: { relationships: { author: { data: { type: 'authors', id: '1' } } } },
    })
  })

  test('a form keeps its input and its record while other tabs and modes are open', async () => {
    const { page } = await asking('/posts/1')
    await click(page, 'tab', 'Write')
    await page.waitForFunction(() => document.querySelector('#field-author-linked')?.textContent !== '')
    expect(await textOf(page, '#field-author-linked')).toMatch(/^Unchanged/)
    await click(page, 'button', 'Create')
    await fill(page, 'textbox', 'title required', 'Kept')
    await click(page, 'tab', 'Query')
    await fill(page, 'textbox', 'URL', '/tags/2')
    await click(page, 'tab', 'Write')
    const title = (): Promise<string> =>
      page.$eval('form.form #field-title', (input) => (input instanceof HTMLInputElement ? input.value : ''))
    expect([await page.$eval('form.form', (form) => form.ariaLabel), await title()]).toEqual([
      'Create posts',
      'Kept',
    ])
    await click(page, 'button', 'Update')
    await click(page, 'button', 'Create')
    expect(await title()).toBe('Kept')
  })

  test('a URL on a different host is marked and is not sent', async () => {
    const { page } = await asking('/posts')
    await fill(page, 'textbox', 'URL', 'https://other.example/api/posts')
    expect(await textOf(page, '.marks')).toContain(
      'This URL does not begin with the URL of the API, so the request is not sent.',
    )
    await page.focus('.request input')
    await page.keyboard.press('Enter')
    expect(await page.$eval('.request button', (button) => button.matches(':disabled'))).toBe(true)
    await fill(page, 'textbox', 'URL', `${blog.url}/tags?page[size]=1`)
    await sent(page)
    expect(urls()).toEqual(['GET /api/tags?page[size]=1'])
  })

  test('login headers are sent with every request, and kept only in memory', async () => {
    const { page } = await asking('/posts?filter[draft]=true&page[size]=1')
    expect(await textOf(page, '.answer')).toContain('400 Bad Request')
    await click(page, 'button', 'Login')
    await fill(page, 'textbox', 'Name of the header', 'x-role')
    await fill(page, 'textbox', 'Value of x-role', 'editor')
    // Somebody looking over the user's shoulder cannot read a token.
    expect(await page.$eval('[aria-label="Value of x-role"]', (input) => input.getAttribute('type'))).toBe(
      'password',
    )
    await click(page, 'button', 'Done')
    await page.waitForFunction(() => document.querySelector('.answer .badge')?.textContent === '200 OK')
    expect(blog.received().map(({ headers }) => headers['x-role'])).toEqual(['editor'])
    await click(page, 'tab', 'curl')
    expect(await textOf(page, '.answer')).toContain('The command contains your login headers.')
    expect(
      await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie, location.href]),
    ).toEqual([0, 0, '', `${blog.page}#/posts?filter[draft]=true&page[size]=1`])
    await page.reload()
    expect(await answered(page)).toContain('400 Bad Request')
  })
})
