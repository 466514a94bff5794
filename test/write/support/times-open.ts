import { existsSync, readdirSync, readlinkSync } from 'node:fs'

const FILES = '/proc/self/fd'

/** How many times this process has the file of a store open, where the system tells. */
export function timesOpen(url: string): number {
  const path = url.slice('file:'.length)
  return existsSync(FILES)
    ? readdirSync(FILES).filter((file) => targetOf(`${FILES}/${file}`) === path).length
    : 0
}

function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link)
  } catch {
    return undefined
  }
}
