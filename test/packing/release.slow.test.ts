import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { pack, PACKAGES } from './support/pack.js'

const REPOSITORY = 'https://github.com/jsonapi-gen/jsonapi-gen'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly [key: string]: unknown
}

const read = (path: string): string => readFileSync(at(path), 'utf8')
const manifestIn = (folder: string): Manifest => JSON.parse(read(`${folder}/package.json`)) as Manifest
const manifests = PACKAGES.map((folder) => ({ folder, manifest: manifestIn(folder) }))
const { version } = manifestIn('.')

describe('packing/release: published packages (20.23)', () => {
  test('all packages have the same version, and depend on exactly that version of each other', () => {
    expect(manifests.map(({ manifest }) => [manifest.name, manifest.version])).toEqual([
      ['jsonapi-gen', version],
      ['@jsonapi-gen/runtime', version],
      ['@jsonapi-gen/openapi', version],
      ['@jsonapi-gen/explorer', version],
      ['@jsonapi-gen/client', version],
      ['@jsonapi-gen/kysely', version],
      ['@jsonapi-gen/prove', version],
      ['create-jsonapi-gen', version],
    ])
    const places = ['.', 'examples/blog', 'examples/saas'].map((folder) => manifestIn(folder))
    const wanted = places.flatMap((manifest) =>
      ['dependencies', 'devDependencies'].flatMap((key) =>
        Object.entries((manifest[key] ?? {}) as Record<string, string>).filter(([name]) =>
          name.startsWith('@jsonapi-gen/'),
        ),
      ),
    )
    expect(wanted.length).toBeGreaterThan(3)
    expect(wanted.filter(([, range]) => range !== version)).toEqual([])
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Readonly<Record<string, { version?: string }>>
    }
    const locked = ['', 'runtime', 'openapi', 'explorer', 'client', 'kysely', 'prove', 'create'].map(
      (path) => packages[path]?.version,
    )
    expect(locked).toEqual(Array.from({ length: 8 }, () => version))
  })

  test.each(manifests)('$manifest.name contains the URL of its repository', ({ folder, manifest }) => {
    expect(manifest).toMatchObject({
      homepage: `${REPOSITORY}#readme`,
      bugs: `${REPOSITORY}/issues`,
      license: 'MIT',
      repository: {
        type: 'git',
        url: `git+${REPOSITORY}.git`,
        ...(folder !== '.' && { directory: folder }),
      },
      sideEffects: false,
      keywords: expect.arrayContaining(['jsonapi', 'json-api']),
      engines: { node: '>=20.19' },
    })
  })

  test('the runtime accepts Prisma 7 but no later major version', () => {
    expect(manifestIn('runtime')['peerDependencies']).toMatchObject({ '@prisma/client': '>=7.9.0 <8' })
  })

  test('the changelog follows Keep a Changelog', () => {
    const text = read('CHANGELOG.md')
    expect(text.startsWith('# Changelog\n')).toBe(true)
    const versions = [...text.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading)
    expect(versions[0]).toBe('[Unreleased]')
    expect(
      versions.slice(1).filter((heading) => !/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/.test(heading)),
    ).toEqual([])
    const groups = [...text.matchAll(/^### (.*)$/gm)].map(([, heading = '']) => heading)
    const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
    expect(groups.filter((heading) => !known.includes(heading))).toEqual([])
    const links = [...text.matchAll(/^\[(.*)\]: https:/gm)].map(([, name = '']) => name)
    expect(links).toEqual(versions.map((heading) => /\[(.*)\]/.exec(heading)?.[1]))
    expect(text).toContain(`The first published version will be ${version}.`)
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  })
})

describe('packing/release: packed packages', () => {
  let folder: string
  const tarballs = new Map<string, Uint8Array>()
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-packing-'))
    for (const name of PACKAGES) {
      tarballs.set(name, new Uint8Array(await readFile(await pack(name, folder))))
    }
  }, 180_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test("each package's size is within a fifth of the size that docs/packages.md states", () => {
    const rows = [...read('docs/packages.md').matchAll(/^\| `([^`]+)` \| (\d+) kB \|/gm)]
    expect(rows.map(([, name]) => name)).toEqual(manifests.map(({ manifest }) => manifest.name))
    const sizes = new Map(rows.map(([, name, size]) => [name, Number(size) * 1000]))
    const off = manifests.flatMap(({ folder: from, manifest: { name } }) => {
      const [stated = 0, is = 0] = [sizes.get(name), tarballs.get(from)?.byteLength]
      return Math.abs(is - stated) <= stated / 5 ? [] : [`${name} is ${Math.round(is / 1000)} kB`]
    })
    expect(off).toEqual([])
  })

  // The packages are ES modules, which Node 20.19 and later can also require().
  test.each(['.', 'runtime', 'openapi', 'explorer', 'client', 'kysely', 'prove'])(
    'TypeScript finds the types of %s, and they match its code',
    async (name) => {
      const data = tarballs.get(name) ?? new Uint8Array()
      const { analyzed, ...result } = await checkPackage(createPackageFromTarballData(data)).then((all) => ({
        analyzed: all.types !== false,
        problems: all.types === false ? [] : all.problems,
      }))
      const problems = result.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')
      expect({ analyzed, problems }).toEqual({ analyzed: true, problems: [] })
    },
  )

  test('every link in the text that npm shows is absolute or points to the same page', () => {
    const relative = PACKAGES.flatMap((name) =>
      [...read(`${name}/README.md`).matchAll(/\]\((?!https:|#)([^)]+)\)/g)].map(
        ([, path]) => `${name}: ${path}`,
      ),
    )
    // npm resolves relative links in the root README with the `repository` field of package.json.
    expect(relative.filter((link) => !link.startsWith('.: '))).toEqual([])
  })
})
