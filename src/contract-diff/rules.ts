/**
 * How much a change matters to clients of the API: it breaks them, may break them, removes what it had announced, or
 * only adds something.
 */
export type Level = 'breaking' | 'risky' | 'announced' | 'addition'

/** The levels, worst first. */
export const ORDER: Readonly<Record<Level, number>> = {
  breaking: 0,
  risky: 1,
  announced: 2,
  addition: 3,
}

/** Every rule for comparing two contracts: the usual level and the subject of its findings (rule 28.2). */
export const RULES = {
  'resource-removed': 'breaking',
  'resource-added': 'addition',
  'id-type-changed': 'breaking',
  'id-type-widened': 'addition',
  'id-type-loosened': 'risky',
  'client-ids-narrowed': 'breaking',
  'client-ids-widened': 'addition',
  'version-changed': 'risky',
  'action-closed': 'breaking',
  'action-opened': 'addition',
  'action-guarded': 'breaking',
  'action-guard-changed': 'risky',
  'action-freed': 'addition',
  'own-action-removed': 'breaking',
  'own-action-added': 'addition',
  'own-action-moved': 'breaking',
  'own-action-guarded': 'breaking',
  'own-action-guard-changed': 'risky',
  'own-action-freed': 'addition',
  'own-action-scope-changed': 'risky',
  'own-action-output-changed': 'breaking',
  'own-action-nullable': 'breaking',
  'own-action-never-null': 'addition',
  'own-action-transaction-changed': 'risky',
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
  'attribute-bounds-widened': 'risky',
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
  'relationship-custom': 'breaking',
  'relationship-not-custom': 'addition',
  'relationship-target-removed': 'breaking',
  'relationship-target-added': 'risky',
  'relationship-groups-changed': 'risky',
  'relationship-nullable': 'breaking',
  'relationship-never-null': 'addition',
  'relationship-required': 'breaking',
  'relationship-optional': 'addition',
  'relationship-narrowed': 'breaking',
  'relationship-widened': 'addition',
  'destroy-restricted': 'breaking',
  'destroy-unrestricted': 'addition',
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
  'filter-renamed': 'risky',
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
  'cache-changed': 'risky',
  'deprecation-added': 'addition',
  'deprecation-changed': 'addition',
  'deprecation-withdrawn': 'addition',
  'sunset-added': 'addition',
  'sunset-earlier': 'breaking',
  'sunset-later': 'addition',
  'page-size-changed': 'risky',
  'page-max-shrank': 'breaking',
  'page-max-grew': 'addition',
  'page-style-changed': 'breaking',
  'page-style-numbered': 'risky',
  'page-number-changed': 'risky',
  'cursors-removed': 'breaking',
  'cursors-added': 'addition',
  'keys-refused': 'breaking',
  'keys-taken': 'addition',
  'limit-shrank': 'breaking',
  'limit-grew': 'addition',
} as const

/** The name of a rule. */
export type Rule = keyof typeof RULES

/** One difference between two contracts. */
export interface Finding {
  readonly rule: Rule
  readonly level: Level
  /** The location in the contract: `posts.attributes.title`. */
  readonly place: string
  readonly message: string
  /**
   * The values that changed, as in the contracts. Together with the rule and the location, they identify a
   * change.
   */
  readonly values: readonly unknown[]
  /** The finding that caused this one: a removed attribute also removes its filter. */
  readonly cause?: { readonly place: string; readonly rule: Rule }
}

/**
 * Creates a finding for a rule. `values` distinguishes it from other findings of the same rule in that
 * location, because its message may be reworded.
 */
export function finding(
  rule: Rule,
  place: string,
  message: string,
  values: readonly unknown[] = [],
): Finding {
  return { rule, level: RULES[rule], place, message, values }
}

/** Findings by level, the worst first, then by location and rule. */
export function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted(
    (one, other) =>
      ORDER[one.level] - ORDER[other.level] ||
      compared(one.place, other.place) ||
      compared(one.rule, other.rule),
  )
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
