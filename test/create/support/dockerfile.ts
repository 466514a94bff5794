import { cp, mkdir, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { runIn } from './project.js'

/** The result of a Dockerfile's last stage. */
export interface Built {
  /** A folder with the files of its working directory. */
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  readonly command: readonly string[]
}

interface Stage {
  readonly name: string
  readonly folder: string
  readonly env: Record<string, string>
  command: readonly string[]
}

/** The location where a Dockerfile is built without Docker. */
export interface Building {
  /** The project folder. */
  readonly context: string
  /** An empty folder, in which each stage has a folder instead of `/app`. */
  readonly place: string
  /** The names in `.dockerignore`, which may begin with `*`. */
  readonly ignored: readonly string[]
}

/**
 * Executes a Dockerfile line by line in plain folders, so each line is tested without Docker. Throws for
 * an unknown instruction, and for a command that fails.
 */
export async function buildInFolders(dockerfile: string, building: Building): Promise<Built> {
  const stages: Stage[] = []
  for (const line of dockerfile.split('\n').filter((one) => one.trim() !== '')) {
    const [, instruction = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? []
    if (instruction === 'FROM') stages.push(await stageOf(rest, stages.length, building.place))
    else await runLine(instruction, rest, stages, building)
  }
  const last = stages.at(-1)
  if (!last) throw new Error('The Dockerfile has no stage.')
  return last
}

async function stageOf(from: string, index: number, place: string): Promise<Stage> {
  const [, name = String(index)] = / AS (\w+)$/.exec(from) ?? []
  const folder = join(place, name)
  await mkdir(folder, { recursive: true })
  return { name, folder, env: {}, command: [] }
}

async function runLine(
  instruction: string,
  rest: string,
  stages: readonly Stage[],
  building: Building,
): Promise<void> {
  const stage = stages.at(-1)
  if (!stage) throw new Error(`${instruction} comes before FROM.`)
  switch (instruction) {
    case 'WORKDIR':
      if (rest !== '/app') throw new Error(`The folder of a stage stands for /app, and not for ${rest}.`)
      return
    case 'ENV': {
      const [name = '', value = ''] = rest.split('=')
      stage.env[name] = value
      return
    }
    case 'COPY':
      return copy(rest, stage, stages, building)
    case 'RUN': {
      const { code, stdout, stderr } = await runIn(stage.folder, 'sh', ['-c', rest], stage.env)
      if (code !== 0) throw new Error(`${rest}\n${stdout}${stderr}`)
      return
    }
    case 'CMD':
      stage.command = JSON.parse(rest) as string[]
      return
    case 'USER':
    case 'EXPOSE':
      return
    default:
      throw new Error(`Nothing does what ${instruction} says.`)
  }
}

async function copy(
  rest: string,
  stage: Stage,
  stages: readonly Stage[],
  { context, ignored }: Building,
): Promise<void> {
  const [, from, names = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(rest) ?? []
  const paths = names.split(' ')
  const destination = join(stage.folder, paths.pop() ?? '')
  const root = from === undefined ? context : stages.find(({ name }) => name === from)?.folder
  if (root === undefined) throw new Error(`There is no stage ${from}.`)
  const isIgnored = (path: string): boolean =>
    from === undefined && ignored.some((name) => matches(relative(context, path), name))
  for (const path of paths) {
    const source = join(root, from === undefined ? path : path.replace(/^\/app\//, ''))
    const isFile = (await stat(source)).isFile()
    const target = isFile && paths.length > 0 ? join(destination, basename(source)) : destination
    await cp(source, target, { recursive: true, filter: (one) => !isIgnored(one) })
  }
}

/** `*.db` applies to every folder, but a name without a star only to the root, as Docker documents. */
function matches(path: string, name: string): boolean {
  if (name.startsWith('*')) return !path.includes('/') && path.endsWith(name.slice(1))
  return path === name
}
