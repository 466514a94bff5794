import { readFile, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { PlanEntry } from '../plan/plan.js'
import { firstFile } from './templates.js'

/** The change that gives a Prisma schema the model of `createApi({ idempotency })`, and what to say of it. */
export interface KeyModel {
  readonly entries: readonly PlanEntry[]
  readonly said: string
}

/**
 * Adds the model `IdempotencyKey` to a Prisma schema (rule 30.6): at the end of its file, or as a file of its own in a folder.
 * `models` are the names of the models that it has already.
 */
export async function keyModel(folder: string, path: string, models: readonly string[]): Promise<KeyModel> {
  if (models.includes('IdempotencyKey')) {
    return { entries: [], said: `${path} has the model IdempotencyKey already` }
  }
  const model = await firstFile('prisma/idempotency.prisma', {})
  if ((await stat(join(folder, path))).isDirectory()) {
    const added = posix.join(path, 'idempotency.prisma')
    return {
      entries: [{ kind: 'create', path: added, owner: 'yours', text: model }],
      said: `wrote ${added}`,
    }
  }
  const before = await readFile(join(folder, path), 'utf8')
  const lines = before.includes('\r\n') ? model.replaceAll('\n', '\r\n') : model
  const end = lines.endsWith('\r\n') ? '\r\n' : '\n'
  const gap = before.endsWith('\n') ? end : end + end
  return {
    entries: [{ kind: 'update', path, reason: 'stale', before, text: before + gap + lines }],
    said: `added the model IdempotencyKey to ${path}`,
  }
}
