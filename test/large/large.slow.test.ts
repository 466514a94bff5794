import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { isSoak, oneIn } from '../support/sample.js'
import { erpSchema } from './support/erp-schema.js'
import { createLargeProject, type Compiler, type LargeProject } from './support/project.js'
import { generateTwice, serveAll, type Serving } from './support/run.js'

async function datamodelIn(fixture: string): Promise<Readonly<Record<string, string>>> {
  const folder = at(`test/fixtures/large/${fixture}`)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.prisma'))
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  )
}

const uuid = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`

interface Size {
  readonly name: string
  readonly models: number
  readonly files: number
  readonly serving: Serving
  datamodel(): Promise<Readonly<Record<string, string>>>
  /** Handwritten files, by path. */
  readonly owned?: Readonly<Record<string, string>>
}

const SIZES: readonly Size[] = [
  {
    name: 'shop-20',
    models: 20,
    files: 62,
    datamodel: () => datamodelIn('shop-20'),
    owned: {
      'api/product.resource.ts': 'shop-20/product.resource.ts',
      'api/application.controller.ts': 'shop-20/application.controller.ts',
    },
    serving: {
      given: {
        'Image.ownerType': ['Product', 'Category', 'Customer'],
        'Image.ownerId': [uuid(1), 'id-2', uuid(3)],
        'Review.approved': [true, true, true],
      },
      requests: [
        '/products?include=brand,categories.children,images.owner&filter[title][prefix]=name-&sort=price&extra_fields[products]=headline&fields[products]=name,price,headline,brand,categories,images&fields[categories]=slug,children&fields[brands]=name,logo&fields[images]=byteSize,owner&stats[price]=average&page[size]=1',
        '/orders/1?include=customer.referrer,payment,lines.variant&fields[customers]=fullName,points,referrer&fields[variants]=surcharge',
      ],
    },
  },
  {
    name: 'projects-60',
    models: 60,
    files: 173,
    datamodel: () => datamodelIn('projects-60'),
    owned: { 'api/holiday.resource.ts': 'projects-60/holiday.resource.ts' },
    serving: {
      ids: { holidays: 'new-year' },
      given: {
        'Attachment.subjectType': ['Issue', 'Project', 'User'],
        'Attachment.subjectId': [uuid(1), uuid(2), uuid(3)],
        'Favourite.targetType': ['Issue', 'Project', 'Issue'],
        'Favourite.targetId': [uuid(1), uuid(2), uuid(3)],
        'Comment.deletedAt': [null, null, null],
      },
      requests: [
        '/issues?include=parent.state,project.workspace.users,watchers&filter[project.workspace.slug]=slug-2&fields[issues]=title,priority,dueOn,parent,project,watchers&fields[projects]=name,workspace&fields[workspaces]=name,users&fields[users]=name&fields[workflow-states]=name,kind',
        '/bookings?filter[eventType.owner.email]=email-1&include=successor,eventType&fields[event-types]=price,questions',
        '/holidays?sort=-on&page[size]=1',
      ],
    },
  },
  {
    name: 'erp-200',
    models: 200,
    files: 548,
    datamodel: async () => erpSchema(),
    serving: {
      given: {
        'File.ownerType': ['SalesOrder', 'PurchaseOrder', 'SurveyOrder'],
        'File.ownerId': [uuid(1), 'number-2', 'number-3'],
      },
      requests: [
        '/files/1?include=owner.lines.item&fields[files]=name,byteSize,content,owner&fields[sales-orders]=amount,lines&fields[sales-lines]=quantity,item&fields[sales-items]=name,price,extra',
      ],
    },
  },
]

// `npm run soak` serves every size, and uses every compiler.
const WHOLE = oneIn(3, SIZES)
const OTHERS: readonly Compiler[] = isSoak ? ['typescript-5.9', 'typescript'] : []

describe.each(SIZES)('$name, a datamodel with as many models as a real application: $models', (size) => {
  const { name, models, files, datamodel, owned, serving } = size
  const whole = WHOLE.includes(size) ? [size] : []
  let project: LargeProject

  beforeAll(async () => {
    project = await createLargeProject(await datamodel(), {
      ...owned,
      'queries.ts': `${name}/queries.ts`,
    })
  })

  afterAll(() => project.remove())

  test(
    'the code for a large datamodel is generated completely, and a second run changes nothing',
    { timeout: 60_000 },
    async () => {
      expect(project.datamodel.match(/^model /gm)).toHaveLength(models)
      expect(await generateTwice(project)).toBe(files)
    },
  )

  test.each(whole)(
    'the code for a large datamodel compiles with the strict flags',
    { timeout: 120_000 },
    async () => {
      expect(await project.compile('typescript-7')).toEqual({
        code: 0,
        stdout: expect.any(String),
        stderr: '',
      })
      for (const other of OTHERS) {
        expect(await project.check(other)).toEqual({ code: 0, stdout: '', stderr: '' })
      }
    },
  )

  test.each(whole)(
    'every resource of a large datamodel is served, and every relation has the records that Prisma finds',
    { timeout: 120_000 },
    async () => {
      await expect(JSON.stringify(await serveAll(project, serving), null, 2)).toMatchFileSnapshot(
        at(`test/fixtures/large/${name}/answers.json`),
      )
    },
  )
})
