import { styleText } from 'node:util'
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { paletteOf } from './palette.js'
import { DEFAULT_SCHEMA, type GenerateOptions } from './generate-options.js'
import { DIFF_FORMATS, EXIT, FAIL_ON, FORMATS, POLICY_FORMATS, type ExitCode, type Io } from './io.js'
import type { DiffOptions } from './diff.js'
import type { ExplorerOptions } from './explorer.js'
import type { GraphOptions } from './graph.js'
import type { InitOptions } from './init.js'
import type { OpenApiOptions } from './openapi.js'
import type { PoliciesOptions } from './policies.js'
import type { ValidateOptions } from './validate.js'

const EXAMPLES = `
Examples:
  $ npx jsonapi-gen init                            a first schema for the project that you are in
  $ npx jsonapi-gen generate --diff                 what would change in generated files
  $ npx jsonapi-gen generate --check                for CI: ends with 3 if a file is not up to date
  $ npx jsonapi-gen diff origin/main                what changed for clients
  $ npx jsonapi-gen explain JG715                   the cause and the cure of a diagnostic

A new project: npm run create -- ../my-api   in a clone of the repository
               npm create jsonapi-gen@latest my-api   once the packages are on npm`

const SHELLS = ['bash', 'zsh', 'fish'] as const

const HOW_TO_COMPLETE = `
bash  eval "$(npx jsonapi-gen completion bash)" in ~/.bashrc
zsh   eval "$(npx jsonapi-gen completion zsh)" in ~/.zshrc, behind compinit
fish  npx jsonapi-gen completion fish | source, in ~/.config/fish/config.fish`

const bold = (text: string): string => styleText('bold', text, { validateStream: false })
const cyan = (text: string): string => styleText('cyan', text, { validateStream: false })

/**
 * Runs one command line and returns its exit code. A command is loaded when it runs, so that `--help` is fast. Throws
 * only if there is a bug of ours.
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
    // Commander leaves the colours out where the stream has none.
    .configureHelp({ styleTitle: bold, styleSubcommandTerm: cyan, styleOptionTerm: cyan })
    .showSuggestionAfterError()
    .showHelpAfterError(
      'jsonapi-gen --help lists the commands, and jsonapi-gen help <command> what one takes',
    )
    .addHelpText('after', EXAMPLES)
    .commandsGroup('Write files:')
  program
    .command('init')
    .description('write a first schema, from the Prisma schema where there is one, and the npm scripts')
    .option('--server', 'write a first server too, for the framework that package.json names')
    .option('--idempotency', 'only add the model for Idempotency-Key to the Prisma schema')
    .action(async (options: InitOptions) => {
      const { init } = await import('./init.js')
      end(await init(options, io))
    })
  program
    .command('generate')
    .description('write what the schema describes')
    .addOption(schemasOption())
    .option('--output <folder>', 'where to write, in place of the folder that the schema names')
    .option('--check', 'write nothing; end with 3 if a generated file is not up to date')
    .addOption(
      new Option(
        '--against <base>',
        'check, and write nothing; end with 3 too where the contract breaks that of a commit, branch, tag or file',
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
    .option('--tests', 'write a first request test for each resource and one for the contract, once')
    .option('--templates <folder>', 'templates for the files that you own, in place of ours, file by file')
    .addOption(formatOption())
    .addOption(strictOption())
    .option('--quiet', 'print no notes and no summary')
    .action(async (options: GenerateOptions, command: Command) => {
      if (options.waivers !== undefined && options.against === undefined) {
        command.error("error: option '--waivers <file>' goes with '--against <base>'")
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
    .description('report what is wrong with the schema')
    .addOption(schemaOption())
    .addOption(formatOption())
    .addOption(strictOption())
    .option('--quiet', 'print nothing where all is well')
    .action(async (options: ValidateOptions) => {
      const { validate } = await import('./validate.js')
      end(await validate(options, io))
    })
  program
    .command('policies')
    .description('print who may do what: each resource, its actions, records and fields')
    .addOption(schemasOption())
    .addOption(
      new Option('--format <format>', 'how the table is printed').choices(POLICY_FORMATS).default('text'),
    )
    .option('--resource <type>', 'print this resource alone')
    .addOption(strictOption())
    .action(async (options: PoliciesOptions) => {
      const { policies } = await import('./policies.js')
      end(await policies(options, io))
    })
  program
    .command('diff')
    .description(
      'print what changed for API clients, breaking changes first; generate --diff shows lines of code',
    )
    .argument('<base>', 'a commit, branch or tag, or a contract.gen.json')
    .argument('[head]', 'another one; without it, what the schema says now')
    .addOption(schemaOption())
    .addOption(
      new Option('--format <format>', 'how the changes are printed').choices(DIFF_FORMATS).default('text'),
    )
    .addOption(new Option('--fail-on <level>', 'end with 3 where there are such changes').choices(FAIL_ON))
    .addOption(waiversOption())
    .action(async (base: string, head: string | undefined, options: Omit<DiffOptions, 'base' | 'head'>) => {
      const { diff } = await import('./diff.js')
      end(await diff({ ...options, base, head }, io))
    })
  program.commandsGroup('Describe an API:')
  program
    .command('openapi')
    .description('print the OpenAPI 3.1 document of the API')
    .argument(
      '[contract]',
      'a commit, branch or tag, or a contract.gen.json; without it, what the schema says now',
    )
    .addOption(schemaOption())
    .option(
      '--full',
      'spell out what the document says in words: filters of includes, operators with not_, each status',
    )
    .addOption(strictOption())
    .action(async (contract: string | undefined, options: Omit<OpenApiOptions, 'contract'>) => {
      const { openapi } = await import('./openapi.js')
      end(await openapi({ ...options, contract }, io))
    })
  program
    .command('explorer')
    .description('print the explorer as one page of HTML, for an API whose contract is given')
    .addOption(new Option('--contract <file>', 'a contract.gen.json, as generate writes it').conflicts('url'))
    .option('--url <address>', 'the address of an API whose explorer is on')
    .option(
      '--api <address>',
      'the address of the API that the page asks; without it, the page has a field for it',
    )
    .option('--header <header...>', 'with --url: a header of the request for the contract, such as a login')
    .action(async (options: ExplorerOptions, command: Command) => {
      if (options.contract === undefined && options.url === undefined) {
        command.error("error: one of '--contract <file>' and '--url <address>' is needed")
      }
      const { explorer } = await import('./explorer.js')
      end(await explorer(options, io))
    })
  program
    .command('graph')
    .description('print the relationships as a diagram of Mermaid')
    .addOption(schemaOption())
    .option('--around <type>', 'only what is near this resource')
    .addOption(
      new Option('--depth <count>', 'of --around: how many relationships away').default(1).argParser(countOf),
    )
    .action(async (options: GraphOptions, command: Command) => {
      if (command.getOptionValueSource('depth') === 'cli' && options.around === undefined) {
        command.error("error: option '--depth <count>' goes with '--around <type>'")
      }
      const { graph } = await import('./graph.js')
      end(await graph(options, io))
    })
  program.commandsGroup('Other commands:').helpCommand('help [command]', 'print what a command takes')
  program
    .command('explain')
    .description('print the cause and the cure of a diagnostic')
    .argument('<code...>', 'its code, such as JG715')
    .action(async (codes: readonly string[]) => {
      const { explain } = await import('./explain.js')
      end(await explain(codes, io))
    })
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .addHelpText('after', HOW_TO_COMPLETE)
    .action(async (shell: string) => {
      const { printCompletion } = await import('./completion.js')
      printCompletion(shell)
    })
  program
    .command('templates')
    .description('the templates of the files that you own')
    .command('eject')
    .description('copy our templates, or those that are named, to where you can change them')
    .argument('[folder]', 'where to', 'templates')
    .argument('[names...]', 'which ones, such as resource.ts')
    .option('--quiet', 'print no summary')
    .action(async (folder: string, names: readonly string[], options: { readonly quiet?: boolean }) => {
      const { ejectTemplates } = await import('./templates.js')
      end(await ejectTemplates({ folder, names, ...options }, io))
    })
  program
    .command('prisma')
    .description('serve `prisma generate`: provider = "jsonapi-gen prisma"')
    .action(async () => {
      const { servePrisma } = await import('./prisma.js')
      end(await servePrisma(process.stdin, io))
    })
  return program
}

function schemasOption(): Option {
  const preset: readonly string[] = [DEFAULT_SCHEMA]
  return new Option(
    '--schema <file>',
    'a YAML schema, or a Prisma schema with annotations; several schemas make one run',
  )
    .default(preset, JSON.stringify(DEFAULT_SCHEMA))
    .argParser((value: string, before: readonly string[]) =>
      before === preset ? [value] : [...new Set([...before, value])],
    )
}

function countOf(value: string): number {
  if (!/^\d{1,4}$/.test(value)) throw new InvalidArgumentError('It is a whole number, such as 1.')
  return Number(value)
}

function strictOption(): Option {
  return new Option('--strict', 'take warnings for errors')
}

function schemaOption(): Option {
  return new Option('--schema <file>', 'a YAML schema, or a Prisma schema with annotations').default(
    DEFAULT_SCHEMA,
  )
}

function waiversOption(): Option {
  return new Option('--waivers <file>', 'changes that were agreed on, each with a reason and a last day')
}

function formatOption(): Option {
  return new Option('--format <format>', 'how diagnostics and differences are printed')
    .choices(FORMATS)
    .default('human')
}
