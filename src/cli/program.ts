import { styleText } from 'node:util'
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { paletteOf } from './palette.js'
import { DEFAULT_SCHEMA, type GenerateOptions } from './generate-options.js'
import {
  CI_FORMATS,
  DIFF_FORMATS,
  EXIT,
  FAIL_ON,
  FORMATS,
  POLICY_FORMATS,
  PROVE_FORMATS,
  VERIFY_FORMATS,
  type ExitCode,
  type Io,
} from './io.js'
import type { CiOptions } from './ci.js'
import type { DiffOptions } from './diff.js'
import type { ExplorerOptions } from './explorer.js'
import type { Service } from '../init/ci-files.js'
import type { GraphOptions } from './graph.js'
import type { InitOptions } from './init.js'
import type { OpenApiOptions } from './openapi.js'
import type { PoliciesOptions } from './policies.js'
import type { ProveOptions } from './prove.js'
import type { ValidateOptions } from './validate.js'
import type { VerifyOptions } from './verify.js'

const EXAMPLES = `
Examples:
  $ npx jsonapi-gen init                            an initial schema for the current project
  $ npx jsonapi-gen generate --diff                 what would change in generated files
  $ npx jsonapi-gen generate --check                for CI: exit code 3 if a file is not up to date
  $ npx jsonapi-gen diff origin/main                what changed for clients
  $ npx jsonapi-gen explain JG715                   the cause of a diagnostic, and how to fix it

A new project: npm run create -- ../my-api   in a clone of the repository
               npm create jsonapi-gen@latest my-api   once the packages are on npm`

const SHELLS = ['bash', 'zsh', 'fish'] as const

const HOW_TO_COMPLETE = `
bash  eval "$(npx jsonapi-gen completion bash)" in ~/.bashrc
zsh   eval "$(npx jsonapi-gen completion zsh)" in ~/.zshrc, after compinit
fish  npx jsonapi-gen completion fish | source, in ~/.config/fish/config.fish`

const bold = (text: string): string => styleText('bold', text, { validateStream: false })
const cyan = (text: string): string => styleText('cyan', text, { validateStream: false })

/**
 * Runs one command line and returns its exit code. A command is loaded when it runs, so `--help` is fast. Throws only
 * if jsonapi-gen has a bug.
 */
export async function run(parameters: readonly string[], version: string, io: Io): Promise<ExitCode> {
  let code: ExitCode = EXIT.done
  const program = programFor(version, io, (ended) => {
    code = ended
  })
  try {
    if (parameters[0] === 'complete') (await import('./completion.js')).completeFrom(program, io)
    await program.parseAsync(parameters, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.invalid
    throw error
  }
}

function programFor(version: string, io: Io, end: (code: ExitCode) => void): Command {
  const program = new Command('jsonapi-gen')
    .description('Generates typed JSON:API resources, queries and routes from a YAML or Prisma schema.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.err(text),
      getOutHasColors: () => io.colour.out,
      getErrHasColors: () => io.colour.err,
      outputError: (text, write) => write(text.replace(/^error:/, paletteOf(io.colour.err).error)),
    })
    // Commander removes colors if the stream does not support them.
    .configureHelp({ styleTitle: bold, styleSubcommandTerm: cyan, styleOptionTerm: cyan })
    .showSuggestionAfterError()
    .showHelpAfterError(
      'jsonapi-gen --help lists the commands, and jsonapi-gen help <command> lists the options of a command',
    )
    .addHelpText('after', EXAMPLES)
    .commandsGroup('Write files:')
  program
    .command('init')
    .description('write an initial schema (from the Prisma schema, if there is one) and the npm scripts')
    .option('--server', 'also write a starter server, for the framework in package.json')
    .addOption(
      new Option(
        '--ci <service>',
        'only add the pull request check, a pre-commit hook and the git diff driver',
      ).choices(['github', 'gitlab'] satisfies Service[]),
    )
    .option(
      '--prisma <path>',
      'the Prisma schema, as a file or a folder; by default, the one in the project or its workspace',
    )
    .option('--idempotency', 'only add the model for Idempotency-Key to the Prisma schema')
    .action(async (options: InitOptions) => {
      const { init } = await import('./init.js')
      end(await init(options, io))
    })
  program
    .command('generate')
    .description('generate the API that the schema describes')
    .addOption(schemasOption())
    .addOption(
      new Option('--all', 'generate from every schema in the workspace').conflicts(['schema', 'output']),
    )
    .option('--output <folder>', 'the output folder, instead of the one in the schema')
    .option('--check', 'write nothing; exit with code 3 if a generated file is not up to date')
    .addOption(
      new Option(
        '--against <base>',
        'check, and write nothing; also exit with code 3 if there are breaking changes since a commit, branch, tag or contract file',
      ).implies({ check: true }),
    )
    .addOption(waiversOption())
    .option('--diff', 'write nothing; show what would change, line by line')
    .option('--dry-run', 'write nothing; list what would change')
    .addOption(
      new Option('--watch', 'generate again whenever the schema or the templates change').conflicts([
        'check',
        'diff',
        'dryRun',
      ]),
    )
    .addOption(
      new Option(
        '--staged',
        'for a pre-commit hook: generate if a schema is staged, and stage the result',
      ).conflicts(['check', 'diff', 'dryRun', 'watch']),
    )
    .option(
      '--tests',
      'write initial request tests for each resource, a contract test and prove.ts, if they do not exist',
    )
    .option(
      '--templates <folder>',
      'your templates for the files that you own; each replaces the built-in template with the same name',
    )
    .addOption(formatOption())
    .addOption(strictOption())
    .option('--quiet', 'print no notes and no summary')
    .action(async (given: GenerateOptions & { readonly staged?: boolean }, command: Command) => {
      if (given.waivers !== undefined && given.against === undefined) {
        command.error("error: option '--waivers <file>' needs '--against <base>'")
      }
      const options = given.all ? await (await import('./all.js')).withAllSchemas(given, io) : given
      if (!options) return end(EXIT.invalid)
      if (options.staged) {
        const { generateStaged } = await import('./staged.js')
        return end(await generateStaged(options, io))
      }
      if (options.watch) {
        const { watch } = await import('./watch.js')
        return end(await watch(options, io))
      }
      const { generate } = await import('./generate.js')
      end(await generate(options, io))
    })
  program.commandsGroup('Check a schema:')
  program
    .command('validate')
    .description('report errors and warnings in the schema')
    .addOption(schemaOption())
    .addOption(formatOption())
    .addOption(strictOption())
    .option('--quiet', 'print nothing if the schema is valid')
    .action(async (options: ValidateOptions) => {
      const { validate } = await import('./validate.js')
      end(await validate(options, io))
    })
  program
    .command('policies')
    .description('print who may do what: the actions, records and fields of each resource')
    .addOption(schemasOption())
    .addOption(
      new Option('--format <format>', 'the format of the table').choices(POLICY_FORMATS).default('text'),
    )
    .option('--resource <type>', 'print only this resource')
    .addOption(strictOption())
    .action(async (options: PoliciesOptions) => {
      const { policies } = await import('./policies.js')
      end(await policies(options, io))
    })
  program
    .command('diff')
    .description(
      'print what changed for API clients, breaking changes first; generate --diff shows changed code',
    )
    .argument('<base>', 'a commit, branch or tag, or a contract.gen.json')
    .argument('[head]', 'the version to compare it with; by default, the current schema')
    .addOption(schemaOption())
    .addOption(
      new Option('--format <format>', 'the format of the changes').choices(DIFF_FORMATS).default('text'),
    )
    .addOption(
      new Option('--fail-on <level>', 'exit with code 3 if there are changes at this level').choices(FAIL_ON),
    )
    .addOption(waiversOption())
    .addOption(clientsOption())
    .action(
      async (
        base: string,
        head: string | undefined,
        options: Omit<DiffOptions, 'base' | 'head' | 'version'>,
      ) => {
        const { diff } = await import('./diff.js')
        end(await diff({ ...options, base, head, version }, io))
      },
    )
  program
    .command('ci')
    .description(
      'check a pull request in one step: validate --strict, generate --check, diff, and prove if there is a prove.ts',
    )
    .argument('[base]', 'the commit, branch, tag or contract.gen.json to stay compatible with')
    .addOption(schemasOption())
    .addOption(waiversOption())
    .addOption(clientsOption())
    .addOption(
      new Option('--format <format>', 'the format of the findings').choices(CI_FORMATS).default('human'),
    )
    .option('--markdown <file>', 'also write a review, as Markdown')
    .option('--sarif <file>', 'also write the findings as SARIF')
    .addOption(
      new Option(
        '--prove-seconds <count>',
        'the maximum duration of prove in seconds, if there is a prove.ts; 0 skips prove',
      )
        .argParser(wholeNumberOf)
        .default(60),
    )
    .option('--prove-database <url>', 'the server where prove creates databases; by default, SQLite')
    .action(async (base: string | undefined, options: Omit<CiOptions, 'base' | 'version'>) => {
      const { ci } = await import('./ci.js')
      end(await ci({ ...options, base, version }, io))
    })
  program
    .command('prove')
    .description('search for responses that depend on records hidden from the viewers in prove.ts')
    .option('--file <file>', 'the file that lists the viewers and creates the API', 'prove.ts')
    .option('--database <url>', 'a server where databases are created and dropped; by default, SQLite')
    .addOption(secondsOption())
    .addOption(
      new Option('--seed <number>', 'the seed for all random choices').argParser(wholeNumberOf).default(1),
    )
    .addOption(
      new Option('--rounds <count>', 'the maximum number of pairs of databases for each viewer').argParser(
        wholeNumberOf,
      ),
    )
    .option('--viewer <name>', 'only this viewer')
    .option('--resource <type>', 'only requests to this resource')
    .option('--bail', 'stop at the first finding')
    .option('--time', 'also compare the median response times, as a hint')
    .addOption(
      new Option('--format <format>', 'the format of the report').choices(PROVE_FORMATS).default('text'),
    )
    .action(async (options: ProveOptions) => {
      const { prove } = await import('./prove.js')
      end(await prove(options, io))
    })
  program
    .command('verify')
    .description('compare a running database with the schema and its migrations, without writing to it')
    .addOption(schemaOption())
    .option('--database <url>', 'the database, such as file:./dev.db or postgresql://user@localhost/mydb')
    .addOption(
      new Option('--format <format>', 'the format of the report').choices(VERIFY_FORMATS).default('text'),
    )
    .action(
      async (
        { database, ...options }: Partial<VerifyOptions> & Omit<VerifyOptions, 'database'>,
        command: Command,
      ) => {
        if (database === undefined || database === '') {
          command.error(`error: '--database <url>' is required, such as --database "$DATABASE_URL"`)
        }
        const { verify } = await import('./verify.js')
        end(await verify({ ...options, database }, io))
      },
    )
  program.commandsGroup('Describe an API:')
  program
    .command('openapi')
    .description('print the OpenAPI 3.1 document of the API')
    .argument('[contract]', 'a commit, branch or tag, or a contract.gen.json; by default, the current schema')
    .addOption(schemaOption())
    .option(
      '--full',
      'list everything that the document otherwise only summarizes: filters on includes, operators with not_, and each status',
    )
    .addOption(strictOption())
    .action(async (contract: string | undefined, options: Omit<OpenApiOptions, 'contract'>) => {
      const { openapi } = await import('./openapi.js')
      end(await openapi({ ...options, contract }, io))
    })
  program
    .command('explorer')
    .description('print the explorer for the API of a contract as a single HTML page')
    .addOption(new Option('--contract <file>', 'a contract.gen.json that generate wrote').conflicts('url'))
    .option('--url <url>', 'the URL of an API with the explorer enabled')
    .option(
      '--api <url>',
      'the URL of the API that the page calls; without it, the page has a field for the URL',
    )
    .option('--header <header...>', 'with --url: a header for the contract request, such as a login')
    .option('--out <file>', 'the file to write, instead of printing the page')
    .action(async (options: ExplorerOptions, command: Command) => {
      if (options.contract === undefined && options.url === undefined) {
        command.error("error: '--contract <file>' or '--url <url>' is required")
      }
      const { explorer } = await import('./explorer.js')
      end(await explorer(options, io))
    })
  program
    .command('graph')
    .description('print the relationships as a Mermaid diagram')
    .addOption(schemaOption())
    .option('--around <type>', 'only this resource and its neighbors')
    .addOption(
      new Option('--depth <count>', 'with --around: the maximum number of relationships to a neighbor')
        .default(1)
        .argParser(countOf),
    )
    .action(async (options: GraphOptions, command: Command) => {
      if (command.getOptionValueSource('depth') === 'cli' && options.around === undefined) {
        command.error("error: option '--depth <count>' needs '--around <type>'")
      }
      const { graph } = await import('./graph.js')
      end(await graph(options, io))
    })
  program.commandsGroup('Other commands:').helpCommand('help [command]', 'print the help for a command')
  program
    .command('explain')
    .description('explain a diagnostic and how to fix it')
    .argument('<code...>', 'the code, such as JG715')
    .action(async (codes: readonly string[]) => {
      const { explain } = await import('./explain.js')
      end(await explain(codes, io))
    })
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', HOW_TO_COMPLETE)
    .action(async (shell: string) => {
      const { printCompletion } = await import('./completion.js')
      printCompletion(shell)
    })
  program
    .command('templates')
    .description('the templates of the files that you own')
    .command('eject')
    .description('copy all templates, or the given ones, to a folder where you can change them')
    .argument('[folder]', 'the target folder', 'templates')
    .argument('[names...]', 'the templates to copy, such as resource.ts')
    .option('--quiet', 'print no summary')
    .action(async (folder: string, names: readonly string[], options: { readonly quiet?: boolean }) => {
      const { ejectTemplates } = await import('./templates.js')
      end(await ejectTemplates({ folder, names, ...options }, io))
    })
  program
    .command('git-driver')
    .description('describe contract changes in sentences in git diff; init sets this up')
    .argument('[arguments...]', 'the arguments that git passes to an external diff')
    .option('--text <file>', 'print a single contract as lines instead, for git log -p')
    .action(async (parameters: readonly string[], options: { readonly text?: string }) => {
      const { gitDriver } = await import('./git-driver.js')
      end(await gitDriver(parameters, options, io))
    })
  program
    .command('prisma')
    .description('run as a Prisma generator: provider = "jsonapi-gen prisma"')
    .action(async () => {
      const { servePrisma } = await import('./prisma.js')
      end(await servePrisma(process.stdin, io))
    })
  return program
}

function schemasOption(): Option {
  const preset: readonly string[] = [DEFAULT_SCHEMA]
  return new Option('--schema <file>', 'a YAML schema, or a Prisma schema with annotations; may be repeated')
    .default(preset, JSON.stringify(DEFAULT_SCHEMA))
    .argParser((value: string, before: readonly string[]) =>
      before === preset ? [value] : [...new Set([...before, value])],
    )
}

function countOf(value: string): number {
  if (!/^\d{1,4}$/.test(value)) throw new InvalidArgumentError('It must be a whole number, such as 1.')
  return Number(value)
}

function secondsOption(): Option {
  return new Option('--seconds <count>', 'the maximum duration in seconds')
    .argParser(wholeNumberOf)
    .default(120)
}

function wholeNumberOf(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number, such as 1.')
  return Number(value)
}

function strictOption(): Option {
  return new Option('--strict', 'treat warnings as errors')
}

function schemaOption(): Option {
  return new Option('--schema <file>', 'a YAML schema, or a Prisma schema with annotations').default(
    DEFAULT_SCHEMA,
  )
}

function waiversOption(): Option {
  return new Option(
    '--waivers <file>',
    'accepted changes, each with a reason and an end date; waivers.yaml by default',
  )
}

function clientsOption(): Option {
  return new Option(
    '--clients <folder...>',
    'folders of typed clients, whose calls are checked against the new types',
  )
}

function formatOption(): Option {
  return new Option('--format <format>', 'the format of diagnostics and differences')
    .choices(FORMATS)
    .default('human')
}
