import { readdirSync } from 'node:fs'
import { script } from '@bomb.sh/tab'
import tab from '@bomb.sh/tab/commander'
import type { Command } from 'commander'
import { CATALOGUE } from '../diagnostic/catalogue.js'
import type { Io } from './io.js'

/** Prints the completion script for a shell. The script asks `jsonapi-gen complete` for possible completions. */
export function printCompletion(shell: string): void {
  script(shell, 'jsonapi-gen', 'jsonapi-gen')
}

/** Adds the command `complete` to a program: it prints the possible completions of a command line, one per line. */
export function completeFrom(program: Command, { cwd }: Io): void {
  const { commands } = tab(program)
  for (const command of commands.values()) {
    const schema = command.options.get('schema')
    if (schema) {
      schema.handler = (complete) => {
        for (const path of schemasIn(cwd)) complete(path, '')
      }
    }
    const code = command.arguments.get('code')
    if (code) {
      code.handler = (complete) => {
        for (const [name, title] of Object.entries(CATALOGUE)) complete(name, title)
      }
    }
  }
}

/** The suggestions for `--schema`: schemas in the folder and in its `prisma` subfolder. */
function schemasIn(folder: string): readonly string[] {
  return ['', 'prisma/'].flatMap((below) =>
    namesIn(`${folder}/${below}`)
      .filter((name) => /\.(?:ya?ml|prisma)$/.test(name))
      .map((name) => `${below}${name}`),
  )
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
