/** The file that runs in the project's Vitest, with its aliases, plugins and drivers. */
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { test, vi } from 'vitest'
import { ProveFault } from './fault.js'
import { proveProject } from './prove-project.js'
import { SETTINGS, type Settings } from './settings.js'

/** The time at which everything happens, so that it is the same in both worlds. */
const NOW = new Date('2026-06-15T12:00:00.000Z')

const settings: Settings = JSON.parse(process.env[SETTINGS] ?? '{}')

test('prove', { timeout: 0 }, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  const said: string[] = []
  for (const name of ['error', 'warn', 'log', 'info'] as const) {
    vi.spyOn(console, name).mockImplementation((...texts) => {
      if (said.length < 20) said.push(texts.map(String).join(' '))
    })
  }
  try {
    const outcome = await proveProject(settings, {
      async load() {
        vi.resetModules()
        return import(/* @vite-ignore */ pathToFileURL(settings.file).href)
      },
    })
    writeFileSync(settings.output, JSON.stringify({ outcome }))
  } catch (error) {
    const fault = error instanceof ProveFault ? error.message : undefined
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    writeFileSync(settings.output, JSON.stringify({ fault, error: stack, said: said.slice(0, 5) }))
  } finally {
    vi.useRealTimers()
  }
})
