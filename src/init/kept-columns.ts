import { wordsOf } from '../name/words.js'
import { isColumn, type Model, type RelationField, type ScalarField } from '../prisma/datamodel.js'
import { exposuresOf } from '../prisma/exposure.js'

/**
 * The names of columns that record whether, when or by whom a record was deleted. Any spelling matches, such as
 * `deletedAt` or `deleted_at`.
 */
export const DELETION_COLUMNS: readonly string[] = [
  'deleted', 'deletedAt', 'deletedOn', 'deletedBy', 'isDeleted', 'softDeleted', 'softDeletedAt', 'isSoftDeleted',
] // prettier-ignore

/** The names of columns that identify a record's owner, in any spelling. */
export const TENANT_COLUMNS: readonly string[] = [
  'tenant', 'tenantId', 'organisationId', 'organizationId', 'orgId', 'workspaceId', 'teamId',
] // prettier-ignore

/**
 * Words that mark a column as deciding a user's rights or assets. Any spelling of the column's name matches, such as
 * `userRole`, `is_admin` or `balance`.
 */
export const DECIDING_WORDS: readonly string[] = [
  'role', 'roles', 'admin', 'admins', 'administrator', 'superadmin', 'superuser', 'sudo', 'staff', 'moderator', 'permission',
  'permissions', 'privilege', 'privileges', 'entitlement', 'entitlements', 'scopes', 'grants', 'acl', 'clearance', 'verified',
  'approved', 'banned', 'suspended', 'balance', 'balances', 'credits',
] // prettier-ignore

/** Phrases of several consecutive words that also mark such a column. */
export const DECIDING_PHRASES: readonly string[] = [
  'is owner', 'is root', 'is super', 'is internal', 'is trusted', 'is blocked', 'is locked', 'access level', 'access rights',
  'security level', 'user level', 'user type', 'account type', 'account level', 'credit limit', 'spending limit',
] // prettier-ignore

/** The model's columns that the application sets itself and clients should not set. */
export interface KeptColumns {
  readonly deletion: readonly ScalarField[]
  readonly tenant: readonly ScalarField[]
  readonly deciding: readonly ScalarField[]
}

/** Finds the columns that an initial schema leaves to the application (rule 20.20). */
export function keptColumns(model: Model): KeptColumns {
  const exposures = exposuresOf(model)
  const usual = [...model.fields.values()]
    .filter(isColumn)
    .filter(({ name }) => exposures.get(name) === 'exposed')
  const listedIn = (list: readonly string[]): readonly ScalarField[] =>
    usual.filter(({ name }) => isListed(name, list))
  return {
    deletion: listedIn(DELETION_COLUMNS),
    tenant: listedIn(TENANT_COLUMNS),
    deciding: usual.filter(({ name }) => decides(name)),
  }
}

/** Whether a relation determines a user's rights, judging by its name or its foreign key. */
export const leadsToDecision = ({ name, fields }: RelationField): boolean =>
  decides(name) || fields.some(decides)

/** Whether a relation identifies a record's owner: its foreign key is exactly one of those columns. */
export const leadsToTenant = ({ fields }: RelationField): boolean =>
  fields.length > 0 && fields.every((name) => isListed(name, TENANT_COLUMNS))

/**
 * The default filter that hides deleted records: `{ deletedAt: null }`, `{ isDeleted: false }`. Undefined if the
 * columns do not allow one.
 */
export function deletionFilter({
  deletion,
}: KeptColumns): Readonly<Record<string, null | false>> | undefined {
  const date = deletion.find(({ type, isRequired }) => type === 'DateTime' && !isRequired)
  if (date) return { [date.name]: null }
  const mark = deletion.find(({ type, isRequired, isList }) => type === 'Boolean' && isRequired && !isList)
  return mark && { [mark.name]: false }
}

function decides(name: string): boolean {
  const words = wordsOf(name).map((word) => word.toLowerCase())
  const text = ` ${words.join(' ')} `
  return (
    words.some((word) => DECIDING_WORDS.includes(word.replace(/^is(?=admin|staff|super|moderator)/, ''))) ||
    DECIDING_PHRASES.some((each) => text.includes(` ${each} `) || text.includes(` ${each.replace(' ', '')} `))
  )
}

function isListed(name: string, list: readonly string[]): boolean {
  return list.some((each) => spellingOf(each) === spellingOf(name))
}

function spellingOf(name: string): string {
  return wordsOf(name).join('').toLowerCase()
}
