import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at } from '../../../scripts/lib/paths.js'

/** A user whom permissions restrict: the current user, or "nobody" for root. Undefined if "nobody" cannot read our files. */
export function boundUser(): { readonly uid: number; readonly gid: number } | undefined {
  const uid = process.getuid?.() ?? -1
  if (uid !== 0) return uid === -1 ? undefined : { uid, gid: process.getgid?.() ?? -1 }
  const nobody = { uid: 65_534, gid: 65_534 }
  const { status } = spawnSync(process.execPath, [at('bin/jsonapi-gen.js'), '--version'], {
    ...nobody,
    cwd: '/',
  })
  return status === 0 ? nobody : undefined
}

/** Whether this machine permits mounting a small file system. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'jsonapi-gen-mount-'))
  mkdirSync(join(folder, 'disk'))
  const mounted = mount(join(folder, 'disk'), '64k')
  if (mounted) unmount(join(folder, 'disk'))
  rmSync(folder, { recursive: true })
  return mounted
}

/** Mounts an empty file system with a size such as `64k`. Returns false if that is impossible. */
export function mount(folder: string, size: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0
}

/** Unmounts the file system. */
export function unmount(folder: string): void {
  spawnSync('umount', [folder])
}
