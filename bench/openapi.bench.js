// Measures the size of the OpenAPI document: its bytes per type, without white space, and the query parameters of the
// operation that has the most. Also measures the full document (`jsonapi-gen openapi --full`), and the output of a
// different version: `BESIDE=../other` names a built checkout. All are printed for the same schemas: the two
// examples, a web of 60 types, and the 91 models of a datamodel in test/real, as `init` writes them, with every
// action open to everybody.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { at } from '../scripts/lib/paths.js'
import { webOfResources } from './lib/web-of-resources.js'

const exec = promisify(execFile)
const HERE = at('bin/jsonapi-gen.js')
const { BESIDE } = process.env

/** The measured documents, and the commands that print them. */
const DOCUMENTS = [
  { name: 'openapi', program: HERE, options: [] },
  { name: 'openapi --full', program: HERE, options: ['--full'] },
  ...(BESIDE === undefined
    ? []
    : [{ name: 'beside', program: resolve(BESIDE, 'bin/jsonapi-gen.js'), options: [] }]),
]

const base = await mkdtemp(join(tmpdir(), 'jsonapi-gen-bench-'))
try {
  console.log(`KB a type, and query parameters at most: ${DOCUMENTS.map(({ name }) => name).join(', ')}`)
  for (const { name, folder, schema } of [
    { name: 'the blog', folder: at(''), schema: 'schema.example.yaml' },
    { name: 'saas', folder: at('examples/saas'), schema: 'prisma/schema.prisma' },
    { name: '60 types with 8 relationships', ...(await web()) },
    { name: 'a datamodel of 91 models', ...(await datamodel()) },
  ]) {
    const sizes = []
    for (const document of DOCUMENTS) sizes.push(await sizeOf(document, folder, schema))
    const shown = sizes.map(({ bytes, parameters }) => `${(bytes / 1000).toFixed(1)} / ${parameters}`)
    console.log(
      `  ${name.padEnd(30)} ${shown.map((each) => each.padStart(13)).join('')}   ${sizes[0].types} types`,
    )
  }
} finally {
  await rm(base, { recursive: true, force: true })
}

/** Types with relationships to many other types. */
async function web() {
  const folder = join(base, 'web')
  await mkdir(folder)
  await writeFile(join(folder, 'schema.yaml'), webOfResources(60).replace('openapi: json', 'openapi: true'))
  return { folder, schema: 'schema.yaml' }
}

/** A datamodel from a real application. */
async function datamodel() {
  const folder = join(base, 'datamodel')
  await cp(at('test/real/datamodels/concierge'), folder, { recursive: true })
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ type: 'module', dependencies: { express: '5' } }),
  )
  await exec(process.execPath, [HERE, 'init'], { cwd: folder })
  const schema = join(folder, 'schema.yaml')
  const text = await readFile(schema, 'utf8')
  await writeFile(
    schema,
    text.replaceAll(
      'create: false, update: false, destroy: false',
      'create: true, update: true, destroy: true',
    ),
  )
  return { folder, schema: 'schema.yaml' }
}

async function sizeOf({ program, options }, folder, schema) {
  const args = [program, 'openapi', ...options, '--schema', schema]
  const { stdout } = await exec(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 29 })
  const document = JSON.parse(stdout)
  const types = new Set(Object.keys(document.paths).flatMap(typeOf)).size
  const counts = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map(({ parameters = [] }) =>
      queryParameters(document, [...(path.parameters ?? []), ...parameters]),
    ),
  )
  return { types, bytes: JSON.stringify(document).length / types, parameters: Math.max(...counts) }
}

/** The type of a path; undefined for the root and for operations. */
function typeOf(path) {
  const [, type] = path.split('/')
  return type === '' || type === 'operations' ? [] : [type]
}

function queryParameters({ components }, parameters) {
  const named = parameters.map(({ $ref, ...own }) =>
    $ref === undefined ? own : components.parameters[$ref.split('/').at(-1)],
  )
  return named.filter((each) => each.in === 'query').length
}
