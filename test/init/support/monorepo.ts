import type { Files } from '../../generator/support/folder.js'

/** A Prisma schema whose client is generated into the package's own `src/generated`. */
export const DATAMODEL = `generator client {
  provider            = "prisma-client"
  output              = "../src/generated"
  importFileExtension = "js"
}

datasource db {
  provider = "sqlite"
}

model Note {
  id   Int    @id @default(autoincrement())
  text String
}
`

/** The package of the database: it opens a client and shares it with the generated code. */
export const DATABASE: Files = {
  'packages/db/package.json': JSON.stringify({
    name: '@acme/db',
    type: 'module',
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  }),
  'packages/db/prisma/schema.prisma': DATAMODEL,
  'packages/db/src/client.ts': `import { literalLike } from '@jsonapi-gen/runtime/prisma';
import { PrismaLibSql } from '@prisma/adapter-libsql';
import { PrismaClient } from './generated/client.js';

const adapter = literalLike(new PrismaLibSql({ url: process.env['DATABASE_URL'] ?? '', intMode: 'bigint' }));
export const db: PrismaClient = new PrismaClient({ adapter });
`,
  'packages/db/src/index.ts': "export { db } from './client.js';\nexport * from './generated/client.js';\n",
}

/** The application, which imports the package of the database. */
export const APPLICATION: Files = {
  'apps/api/package.json': JSON.stringify({
    name: '@acme/api',
    type: 'module',
    dependencies: { '@acme/db': '*', '@jsonapi-gen/runtime': '*', express: '*' },
  }),
}

/** The root of an npm, pnpm, Yarn or Nx workspace. */
export const ROOTS: Readonly<Record<'npm' | 'pnpm' | 'Yarn' | 'Nx', Files>> = {
  npm: { 'package.json': '{ "private": true, "workspaces": ["apps/*", "packages/*"] }' },
  pnpm: {
    'package.json': '{}',
    'pnpm-workspace.yaml': "packages:\n  - apps/**\n  - './packages/*'\n  - '!**/test'\n",
  },
  Yarn: { 'package.json': '{ "workspaces": { "packages": ["apps/*", "packages/*"] } }', 'yarn.lock': '' },
  Nx: {
    'package.json': '{}',
    'nx.json': '{}',
    'apps/api/project.json': '{}',
    'packages/db/project.json': '{}',
  },
}
