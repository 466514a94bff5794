import { type Abilities, type StepResult, type StoreStep } from '@jsonapi-gen/runtime/adapter'
import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { expect, test } from 'vitest'
import { MemoryAdapter } from '../../adapter/memory/adapter.js'
import { MemoryStore } from '../../adapter/memory/store.js'
import { written } from '../support/documents.js'
import { serveWrites } from '../support/serve.js'

/** The resources for faults and their projects, over rows in memory to which creates add faults. */
function resources(faults: Record<string, unknown>[]): Readonly<Record<string, ResourceClass>> {
  class WritableAdapter extends MemoryAdapter {
    override get abilities(): Partial<Abilities> {
      return { ...super.abilities, write: true }
    }
    override async write([step]: readonly StoreStep[]): Promise<readonly StepResult[]> {
      const rows = step?.kind === 'insert' ? step.rows : []
      const records = rows.map((row) => ({ id: faults.length + 1, ...row }))
      faults.push(...records)
      return [{ kind: 'records', records: records.map((record) => ({ ...record })) }]
    }
    override async transaction<Result>(block: () => Promise<Result>): Promise<Result> {
      return block()
    }
  }
  const adapter = new WritableAdapter(new MemoryStore({ Project: [{ id: 1 }], Fault: faults }))
  class Projects extends Resource {
    static {
      this.type('projects')
      this.model('Project')
      this.id('integer')
      this.useAdapter(adapter)
      this.allowFilter('id')
    }
  }
  class Faults extends Resource {
    static {
      this.type('faults')
      this.model('Fault')
      this.id('integer')
      this.useAdapter(adapter)
      this.allowFilter('id')
      for (const name of ['constructor', 'toString']) this.attribute(name, 'string?')
      this.belongsTo('project', { resource: 'projects', foreignKey: 'projectId' })
    }
  }
  return { projects: Projects, faults: Faults }
}

test('a column named like a member of every object is not a key of a relationship (2.1, 11.11)', async () => {
  const faults: Record<string, unknown>[] = []
  const { send } = serveWrites(resources(faults))
  const attributes = { constructor: 'Error', toString: 'text' }
  const relationships = { project: { data: { type: 'projects', id: '1' } } }
  const answer = await send('POST', '/faults', { data: { type: 'faults', attributes, relationships } })
  expect(written(answer).data.attributes).toEqual(attributes)
  expect(faults).toEqual([{ id: 1, projectId: 1, ...attributes }])
})
