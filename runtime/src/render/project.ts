import { attributeValue } from '../resource/wire-names.js'
import { idValueOf } from '../resource/compile.js'
import { currentFrame } from '../resource/frame.js'
import type { Resource } from '../resource/operations.js'
import { extraValue } from '../reader/extra-values.js'
import type { NodePlan, ReadPlan } from '../plan/plan.js'
import { relatedNode, relatedRecords } from './collect.js'

/**
 * Converts records to the results of an in-process query: id and type, the selected fields in the types of the store,
 * and the included relatives.
 */
export async function projectRecords(
  records: readonly unknown[],
  plan: ReadPlan,
  resource: Resource,
): Promise<readonly object[]> {
  const { context } = currentFrame()
  const project = async (record: object, node: NodePlan, instance: Resource): Promise<object> => {
    const { type } = node.resource
    const fields = plan.fields.types.get(type)
    const projected: [string, unknown][] = [
      ['id', idValueOf(node.resource, record)],
      ['type', type],
    ]
    for (const attribute of fields?.attributes ?? []) {
      projected.push([attribute.name, attributeValue(record, attribute)])
    }
    for (const field of fields?.extraFields ?? []) {
      projected.push([field.name, await extraValue(record, field, plan.fields, instance, context)])
    }
    for (const include of node.includes) {
      const related: object[] = []
      const below = relatedNode(record, include)
      for (const child of below ? relatedRecords(record, include.relationship.name) : []) {
        if (below) related.push(await project(child, below, below.resource.instance))
      }
      projected.push([include.relationship.name, include.relationship.many ? related : (related[0] ?? null)])
    }
    return Object.fromEntries(projected)
  }
  const projected: object[] = []
  for (const record of records) projected.push(await project(Object(record), plan.root, resource))
  return projected
}
