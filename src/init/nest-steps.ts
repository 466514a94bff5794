import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

const CONFIG = /^prisma7?\.config\.[cm]?ts$/
const OTHERWISE = 'otherwise nest build writes dist/src/main.js, which npm run start:prod does not find'

/** The Prisma schema of a project, and the Prisma Client that `src/prisma.ts` opens, as a path on disk. */
interface Generated {
  readonly prisma: string | undefined
  readonly client: string | undefined
}

/** The changes after which `nest build` still writes `dist/main.js`, although Prisma has files outside `src`. */
export async function nestBuildSteps(
  folder: string,
  { prisma, client }: Generated,
): Promise<readonly string[]> {
  const build = await textIn(folder, 'tsconfig.build.json')
  const config = (await readdir(folder).catch(() => [])).find((name) => CONFIG.test(name))
  const isCompiled =
    build !== undefined && config !== undefined && !build.includes('"include"') && !build.includes(config)
  const isOutside = client !== undefined && !relative(folder, client).startsWith('src')
  return [
    ...(isCompiled ? [`add "${config}" to exclude in tsconfig.build.json: ${OTHERWISE}`] : []),
    ...(isOutside && prisma !== undefined
      ? [
          `in ${prisma}, set output to a folder in src, such as "../src/generated/prisma", and change the import in src/prisma.ts: ${OTHERWISE}`,
        ]
      : []),
  ]
}

/** The change after which `src/prisma.ts` finds the URL in `.env`, which Nest itself does not read before it imports. */
export async function nestUrlSteps(
  folder: string,
  packages: ReadonlySet<string>,
): Promise<readonly string[]> {
  const [environment, main] = await Promise.all(['.env', 'src/main.ts'].map((path) => textIn(folder, path)))
  if (environment === undefined || main === undefined || main.includes('dotenv')) return []
  const first = packages.has('dotenv') ? 'make' : 'run npm install dotenv, and make'
  return [
    `${first} import 'dotenv/config' the first line of src/main.ts: src/prisma.ts needs DATABASE_URL from .env`,
  ]
}

const textIn = (folder: string, path: string): Promise<string | undefined> =>
  readFile(join(folder, path), 'utf8').catch(() => undefined)
