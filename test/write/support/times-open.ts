import { existsSync, readdirSync, readlinkSync } from 'node:fs'

const FILES = '/proc/self/fd'

/** How many times this process has a store's file open, if the system reports this. */
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
