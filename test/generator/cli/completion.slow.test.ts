import { execFile } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { at } from '../../../scripts/lib/paths.js'
import { jsonapiGen } from '../support/cli.js'
import { folderWith } from '../support/folder.js'

/** The completions of a command line's last word. */
async function offered(words: readonly string[]): Promise<readonly string[]> {
  const folder = await folderWith({ 'schema.yaml': '', 'notes.txt': '', 'prisma/schema.prisma': '' })
  const { code, stdout, stderr } = await jsonapiGen(['complete', '--', ...words], folder)
  expect([code, stderr]).toEqual([0, ''])
  return stdout
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(':'))
    .map((line) => line.split('\t')[0] ?? '')
}

describe('generator/cli/completion: a shell completes commands, options and their values', () => {
  test.each([
    [['gen'], ['generate']],
    [['ex'], ['explorer', 'explain']],
    [
      ['generate', '--wa'],
      ['--waivers', '--watch'],
    ],
    [
      ['generate', '--format', ''],
      ['human', 'json', 'github'],
    ],
    [
      ['generate', '--schema', ''],
      ['schema.yaml', 'prisma/schema.prisma'],
    ],
    [
      ['explain', 'JG71'],
      ['JG710', 'JG711', 'JG713', 'JG714', 'JG715', 'JG716', 'JG718', 'JG719'],
    ],
    [['templates', 'e'], ['eject']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
  ])('the shell completes the words %j', async (words, expected) => {
    expect(await offered(words)).toEqual(expected)
  })

  test.each([
    ['bash', /^complete -F __jsonapi_gen_complete jsonapi-gen$/m],
    ['zsh', /^compdef _jsonapi-gen jsonapi-gen$/m],
    ['fish', /^complete -c jsonapi-gen /m],
  ])('`completion %s` prints the script for this shell', async (shell, line) => {
    const { code, stdout, stderr } = await jsonapiGen(['completion', shell], '.')
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(line)
  })

  test('bash completes commands with its script', async () => {
    const folder = await folderWith({})
    await mkdir(join(folder, 'bin'))
    await symlink(at('bin/jsonapi-gen.js'), join(folder, 'bin/jsonapi-gen'))
    // The functions that the package bash-completion provides, for a line without quotes.
    const script = `
      _get_comp_words_by_ref() { words=("\${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=\${COMP_WORDS[COMP_CWORD]}; }
      compopt() { :; }
      eval "$(jsonapi-gen completion bash)"
      COMP_WORDS=(jsonapi-gen generate --dr); COMP_CWORD=2
      __jsonapi_gen_complete
      printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout } = await promisify(execFile)('bash', ['-c', script], {
      env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` },
    })
    expect(stdout.trim()).toBe('--dry-run')
  })
})
