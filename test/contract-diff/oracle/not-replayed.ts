const OWN_ACTIONS = 'what an action does is the code of the application'

/** Rules for breaking changes that no request of the oracle can show, and the reason for each. */
export const NOT_REPLAYED: Readonly<Record<string, string>> = {
  'id-type-changed': 'both servers have the same rows, whose keys have one type',
  'scope-narrowed': 'what a scope hides is the code of the application',
  'relationship-custom': 'what loads it is the code of the application',
  'relationship-required': 'both servers have the same columns, and a key is null or not as its column is',
  'relationship-narrowed': 'both servers have the same columns, and a key is null or not as its column is',
  'filter-narrowed':
    'the type of a filter is that of its column, unless a method of the application applies it',
  'filter-groups-removed': 'a resource over a store always has groups',
  'default-filter-changed': 'whether the new condition hides what the old one shows is up to the rows',
  'cursors-removed': 'only a resource that the application paginates has none',
  'own-action-removed': OWN_ACTIONS,
  'own-action-moved': OWN_ACTIONS,
  'own-action-guarded': OWN_ACTIONS,
  'own-action-output-changed': OWN_ACTIONS,
  'own-action-nullable': OWN_ACTIONS,
  'keys-refused': 'the option of createApi decides, and the oracle repeats no request',
  'limit-shrank': 'a schema says nothing of limits',
  'sunset-earlier': 'a date changes no response until the part is removed',
}
