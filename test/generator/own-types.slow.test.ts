import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { ended, jsonapiGen, jsonapiGenHere } from './support/cli.js'
import { folderWith } from './support/folder.js'

const TYPES = `import type { StandardSchema } from '@jsonapi-gen/runtime';

export interface Settings {
  readonly theme: 'dark' | 'light';
}
export interface Filter {
  readonly left: number;
}
export declare const settingsSchema: StandardSchema<unknown, Settings>;
`

const USE = `import type { Json } from '@jsonapi-gen/runtime';
import { DeviceResource } from './api/device.resource.js';

const { data } = await DeviceResource.all({ fields: { devices: ['settings', 'layouts', 'raw'] } });
for (const { settings, layouts, raw } of data) {
  const theme: 'dark' | 'light' | undefined = settings?.theme;
  const left: readonly number[] = layouts.map((layout) => layout.left);
  const json: Json = raw;
  // @ts-expect-error the type has no such member
  settings?.colour;
  // @ts-expect-error it may be null
  settings.theme;
  console.log(theme, left, json);
}
`

const SCHEMA = `generate: { output: src/api, framework: fetch }
resources:
  devices:
    attributes:
      settings: { type: json?, as: Settings, from: ./src/types, schema: settingsSchema }
      layouts: { type: 'json[]', as: Filter, from: ./src/types.ts }
      raw: json
    filters: { settings: , label: { type: string, custom: true } }
`

test('a JSON attribute can use an application type, in results and in declarations (20.10, 11.10)', async () => {
  await mkdir(at('.tmp'), { recursive: true })
  const folder = await mkdtemp(at('.tmp/own-types-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const files = {
    'schema.yaml': SCHEMA,
    'src/types.ts': TYPES,
    'src/use.ts': USE,
    'src/prisma.ts':
      "import type { PrismaClientLike } from '@jsonapi-gen/runtime/prisma';\n\nexport declare const prisma: PrismaClientLike;\n",
    'tsconfig.json': JSON.stringify({
      extends: '../../tsconfig.base.json',
      compilerOptions: { noEmit: true },
      include: ['src'],
    }),
  }
  await mkdir(join(folder, 'src'))
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
  expect((await jsonapiGen(['generate', '--quiet'], folder)).code).toBe(0)
  const path = join(folder, 'src/api/device.resource.ts')
  const own = (await readFile(path, 'utf8')).replace(
    /extends DeviceResourceBase \{[\s\S]*$/,
    'extends DeviceResourceBase {\n  filterLabel(): never {\n    throw new Error();\n  }\n}\n',
  )
  await writeFile(path, own)
  const generated = await readFile(join(folder, 'src/api/generated/device.gen.ts'), 'utf8')
  expect(
    generated.match(/^.*(?:types\.js|settings: |layouts: |attribute\('(?:settings|layouts)).*$/gm),
  ).toEqual([
    "import { type Settings, settingsSchema, type Filter as LayoutsFilter } from '../../types.js';",
    '  settings: Settings | null;',
    '  layouts: LayoutsFilter[];',
    '    settings: Settings | null;',
    '    layouts: LayoutsFilter[];',
    "    settings: Filter<Json | null, 'eq' | 'not_eq'>;",
    "    this.attribute('settings', { type: 'json?', schema: settingsSchema });",
    "    this.attribute('layouts', 'json[]');",
  ])
  const compiled = () => ended([at('node_modules/typescript-7/bin/tsc'), '-p', '.'], folder)
  expect((await compiled()).stdout).toBe('')
  await writeFile(join(folder, 'src/types.ts'), TYPES.replaceAll('Settings', 'Preferences'))
  expect((await compiled()).stdout).toContain("has no exported member 'Settings'")
}, 60_000)

test('a missing module of an application type and a key that has no effect are reported', async () => {
  const folder = await folderWith({ 'schema.yaml': SCHEMA })
  const { code, stderr } = await jsonapiGenHere(['generate'], folder)
  expect([code, stderr.match(/^.*error JG.*$/gm)]).toEqual([
    2,
    [
      'schema.yaml:5:52 error JG417 Unknown module "./src/types"',
      'schema.yaml:6:52 error JG417 Unknown module "./src/types.ts"',
    ],
  ])
})

test('an annotation can specify an application type, with a path relative to the Prisma schema', async () => {
  const folder = await folderWith({
    'src/types.ts': TYPES,
    'prisma/schema.prisma': `generator jsonapi {
  provider = "jsonapi-gen prisma"
  output   = "../src/api"
}

generator client {
  provider = "prisma-client"
  output   = "../src/prisma"
}

datasource db {
  provider = "sqlite"
}

/// @jsonapi.resource
model Device {
  id       Int   @id @default(autoincrement())
  /// @jsonapi.attribute(as: "Settings", from: "../src/types", schema: "settingsSchema")
  settings Json?
}
`,
  })
  expect((await jsonapiGenHere(['generate', '--schema', 'prisma/schema.prisma'], folder)).code).toBe(0)
  const generated = await readFile(join(folder, 'src/api/generated/device.gen.ts'), 'utf8')
  expect(generated.match(/^.*(?:types\.js| settings: |attribute\(|record: |Omit).*$/gm)).toEqual([
    "import { type Settings, settingsSchema } from '../../types.js';",
    "export interface DeviceRecord extends Omit<Device, 'settings'> {",
    '  settings: Settings | null;',
    '  record: DeviceRecord;',
    '    settings: Settings | null;',
    "    this.attribute('settings', { type: 'json?', schema: settingsSchema });",
  ])
})
