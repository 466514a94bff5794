import { wordsOf } from '../name/words.js'
import { isColumn, type Model, type ScalarField } from '../prisma/datamodel.js'
import { exposuresOf } from '../prisma/exposure.js'

/** Columns that say when, whether or by whom a record was deleted, in any spelling: `deletedAt`, `deleted_at`. */
export const DELETION_COLUMNS: readonly string[] = [
  'deleted', 'deletedAt', 'deletedOn', 'deletedBy', 'isDeleted', 'softDeleted', 'softDeletedAt', 'isSoftDeleted',
] // prettier-ignore

/** Columns that say whose a record is, in any spelling, where they are no foreign keys: those are no attributes anyway. */
export const TENANT_COLUMNS: readonly string[] = [
  'tenant', 'tenantId', 'organisationId', 'organizationId', 'orgId', 'workspaceId', 'teamId',
] // prettier-ignore

/** The columns of a model that the application sets itself, and no client should. */
export interface KeptColumns {
  readonly deletion: readonly ScalarField[]
  readonly tenant: readonly ScalarField[]
}

/** Finds the columns that a first schema leaves to the application (rule 20.20). */
export function keptColumns(model: Model): KeptColumns {
  const exposures = exposuresOf(model)
  const usual = [...model.fields.values()]
    .filter(isColumn)
    .filter(({ name }) => exposures.get(name) === 'exposed')
  const listedIn = (list: readonly string[]): readonly ScalarField[] => {
    const names = new Set(list.map(spellingOf))
    return usual.filter(({ name }) => names.has(spellingOf(name)))
  }
  return { deletion: listedIn(DELETION_COLUMNS), tenant: listedIn(TENANT_COLUMNS) }
}

/**
 * The default filter that hides what is deleted: `{ deletedAt: null }`, `{ isDeleted: false }`. Undefined where the
 * columns do not tell.
 */
export function deletionFilter({
  deletion,
}: KeptColumns): Readonly<Record<string, null | false>> | undefined {
  const date = deletion.find(({ type, isRequired }) => type === 'DateTime' && !isRequired)
  if (date) return { [date.name]: null }
  const mark = deletion.find(({ type, isRequired, isList }) => type === 'Boolean' && isRequired && !isList)
  return mark && { [mark.name]: false }
}

function spellingOf(name: string): string {
  return wordsOf(name).join('').toLowerCase()
}
