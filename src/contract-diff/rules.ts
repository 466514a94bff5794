/** How much a change matters to those who call the API: it stops what worked, it may, or it only adds. */
export type Level = 'breaking' | 'risky' | 'addition'

/** Every rule by which two contracts are compared: how much what it finds matters, and what it is about (rule 28.2). */
export const RULES = {
  'resource-removed': 'breaking',
  'resource-added': 'addition',
  'id-type-changed': 'breaking',
  'client-ids-narrowed': 'breaking',
  'client-ids-widened': 'addition',
  'version-changed': 'risky',
  'action-closed': 'breaking',
  'action-opened': 'addition',
  'action-guarded': 'breaking',
  'action-guard-changed': 'risky',
  'action-freed': 'addition',
  'scope-narrowed': 'breaking',
  'scope-widened': 'addition',
  'scope-changed': 'risky',
  'attribute-removed': 'breaking',
  'attribute-added': 'addition',
  'attribute-guarded': 'breaking',
  'attribute-guard-changed': 'risky',
  'attribute-freed': 'addition',
  'attribute-nullable': 'breaking',
  'attribute-never-null': 'addition',
  'attribute-type-changed': 'breaking',
  'attribute-type-widened': 'risky',
  'attribute-format-changed': 'risky',
  'enum-grew': 'risky',
  'enum-shrank': 'addition',
  'own-type-changed': 'risky',
  'input-removed': 'breaking',
  'input-added': 'addition',
  'input-guarded': 'breaking',
  'input-guard-changed': 'risky',
  'input-freed': 'addition',
  'input-required': 'breaking',
  'input-optional': 'addition',
  'input-narrowed': 'breaking',
  'input-widened': 'addition',
  'input-default-changed': 'risky',
  'relationship-removed': 'breaking',
  'relationship-added': 'addition',
  'relationship-guarded': 'breaking',
  'relationship-guard-changed': 'risky',
  'relationship-freed': 'addition',
  'relationship-cardinality-changed': 'breaking',
  'relationship-target-removed': 'breaking',
  'relationship-target-added': 'risky',
  'relationship-groups-changed': 'risky',
  'relationship-nullable': 'breaking',
  'relationship-never-null': 'addition',
  'relationship-required': 'breaking',
  'relationship-optional': 'addition',
  'relationship-narrowed': 'breaking',
  'relationship-widened': 'addition',
  'linkage-narrowed': 'breaking',
  'linkage-widened': 'addition',
  'extra-field-removed': 'breaking',
  'extra-field-added': 'addition',
  'filter-removed': 'breaking',
  'filter-added': 'addition',
  'filter-guarded': 'breaking',
  'filter-guard-changed': 'risky',
  'filter-freed': 'addition',
  'filter-operator-removed': 'breaking',
  'filter-operator-added': 'addition',
  'filter-narrowed': 'breaking',
  'filter-widened': 'addition',
  'filter-required': 'breaking',
  'filter-optional': 'addition',
  'filter-meaning-changed': 'risky',
  'filter-groups-removed': 'breaking',
  'filter-groups-added': 'addition',
  'default-filter-added': 'breaking',
  'default-filter-removed': 'risky',
  'default-filter-changed': 'breaking',
  'sort-removed': 'breaking',
  'sort-added': 'addition',
  'sort-guarded': 'breaking',
  'sort-guard-changed': 'risky',
  'sort-freed': 'addition',
  'default-sort-changed': 'risky',
  'stat-removed': 'breaking',
  'stat-added': 'addition',
  'stat-guarded': 'breaking',
  'stat-guard-changed': 'risky',
  'stat-freed': 'addition',
  'include-removed': 'breaking',
  'include-added': 'addition',
  'includes-unrestricted': 'risky',
  'page-size-changed': 'risky',
  'page-max-shrank': 'breaking',
  'page-max-grew': 'addition',
  'page-style-changed': 'breaking',
  'page-number-changed': 'risky',
  'cursors-removed': 'breaking',
  'cursors-added': 'addition',
  'limit-shrank': 'breaking',
  'limit-grew': 'addition',
} as const

/** The name of a rule. */
export type Rule = keyof typeof RULES

/** One difference of two contracts. */
export interface Finding {
  readonly rule: Rule
  readonly level: Level
  /** Where in the contract: `posts.attributes.title`. */
  readonly place: string
  readonly message: string
}

/** Makes a finding of a rule. */
export function finding(rule: Rule, place: string, message: string): Finding {
  return { rule, level: RULES[rule], place, message }
}
