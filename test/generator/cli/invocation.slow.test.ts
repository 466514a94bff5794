import { describe, expect, test } from 'vitest'
import { at } from '../../../scripts/lib/paths.js'
import { ended, jsonapiGen } from '../support/cli.js'
import { folderWith } from '../support/folder.js'
import { importOfLoader } from '../support/loader.js'

/** The dependencies that a command line loads, according to the loader's own trace. */
async function loaded(parameters: readonly string[], folder: string): Promise<readonly string[]> {
  const trace = importOfLoader(`function load(url, context, next) {
    process.stderr.write('LOAD ' + url + '\\n')
    return next(url, context)
  }`)
  const { stderr } = await ended(['--import', trace, at('bin/jsonapi-gen.js'), ...parameters], folder)
  const packages = ['ts-morph', 'typescript', 'handlebars', 'yaml', 'commander']
  return packages.filter((name) => stderr.includes(`/node_modules/${name}/`))
}

describe('the command line', () => {
  test('`--help` and a run with a schema error do not load ts-morph or Handlebars', async () => {
    const folder = await folderWith({
      'schema.yaml': 'resources: { notes: { public: true, attributes: { text: strng } } }\n',
    })
    expect(await loaded(['--help'], folder)).toEqual(['commander'])
    expect(await loaded(['generate'], folder)).toEqual(['yaml', 'commander'])
  })

  test('`--help` and `--version` print to stdout and exit with 0', async () => {
    const folder = await folderWith({})
    const help = await jsonapiGen(['--help'], folder)
    expect({ code: help.code, stderr: help.stderr }).toEqual({ code: 0, stderr: '' })
    expect(help.stdout).toMatch(/^Usage: jsonapi-gen /)
    const version = await jsonapiGen(['--version'], folder)
    expect(version).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' })
  })

  test.each([
    [['generat'], "error: unknown command 'generat'\n(Did you mean generate?)\n"],
    [['generate', '--chek'], "error: unknown option '--chek'\n(Did you mean --check?)\n"],
    [['generate', '--schema'], "error: option '--schema <file>' argument missing\n"],
  ])('an invalid invocation exits with 2 and suggests a valid one: %j', async (parameters, stderr) => {
    expect(await jsonapiGen(parameters, await folderWith({}))).toEqual({
      code: 2,
      stdout: '',
      stderr: `${stderr}jsonapi-gen --help lists the commands, and jsonapi-gen help <command> lists the options of a command\n`,
    })
  })

  test('a missing schema is reported as a diagnostic', async () => {
    expect(await jsonapiGen(['validate'], await folderWith({}))).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'schema.yaml error JG101 The schema cannot be read: the file does not exist\n\n  npx jsonapi-gen init writes an initial schema; pass a different file with --schema\n\n1 error; nothing was written. For details, run npx jsonapi-gen explain JG101.\n',
    })
  })

  test('`validate` reports that a schema is valid, with its number of resources', async () => {
    const folder = await folderWith({
      'schema.yaml': 'resources: { notes: { public: true, attributes: { text: string } } }\n',
    })
    expect(await jsonapiGen(['validate'], folder)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'schema.yaml is valid: 1 resource\n',
    })
  })

  test('a diagnostic that is printed as text shows a code, a location, the line, a suggestion and the allowed values', async () => {
    const folder = await folderWith({
      'schema.yaml': 'resources:\n  notes:\n    attributes:\n      title:\n        type: strng\n',
    })
    const { stderr } = await jsonapiGen(['validate'], folder)
    expect(stderr).toBe(
      [
        'schema.yaml:5:15 error JG203 Unknown attribute type "strng". Did you mean "string"?',
        '',
        '  4 |       title:',
        '> 5 |         type: strng',
        '    |               ^^^^^',
        '',
        '  allowed: string, integer, bigint, float, decimal, boolean, date, datetime, uuid, json, bytes, enum; a trailing "[]" makes it a list, and "?" makes it nullable',
        '',
        '1 error; nothing was written. For details, run npx jsonapi-gen explain JG203.',
        '',
      ].join('\n'),
    )
  })
})
