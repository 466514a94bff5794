import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import type { DeclaredResource, DeclaredSideload } from '../../schema/declared.js'
import type { Action } from '../../schema/types.js'
import { located } from '../../source/source.js'
import type { Datamodel, Model } from '../datamodel.js'

const READING: readonly Action[] = ['index', 'show']

/** The actions of a resource on a view: only reads, unless the schema says otherwise, which is reported (JG704). */
export function actionsOf(
  { actions, type }: DeclaredResource,
  model: Model,
  report: Report,
): DeclaredResource['actions'] {
  if (!model.isView) return actions
  for (const { value, at, guard } of actions?.items ?? []) {
    if (READING.includes(value) || guard === false) continue
    const message = `${quoted(type.value)} is a resource of the view ${quoted(model.name)}, but ${value} would write to it`
    report.add('JG704', at, message, { help: `write actions: [${READING.join(', ')}]` })
  }
  const items = READING.map((action) => ({ ...located(action, model.at), guard: undefined }))
  return actions ?? { isList: true, items }
}

/** A sideload to or from a view: nested writes may not use it unless the schema says otherwise. */
export function readOnlyAtViews(
  sideload: DeclaredSideload,
  model: Model,
  datamodel: Datamodel,
): DeclaredSideload {
  const field = model.fields.get(sideload.name.value)
  const other = field?.kind === 'relation' ? datamodel.models.get(field.model) : undefined
  const isOfView = model.isView || other?.isView === true
  if (!isOfView || sideload.writable !== undefined) return sideload
  return { ...sideload, writable: located(false, sideload.name.at) }
}
