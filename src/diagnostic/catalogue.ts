/**
 * Every diagnostic code and its kind of problem. The cause and fix of each code are in docs/diagnostics.md. JG1xx:
 * reading; JG2xx: format; JG3xx: names; JG4xx: references; JG5xx: Prisma datamodel; JG6xx: output; JG7xx: warnings;
 * JG8xx: notes. The meaning of a code never changes, and obsolete codes are not reused.
 */
export const CATALOGUE = {
  JG101: 'Unreadable schema',
  JG102: 'Encoding other than UTF-8',
  JG103: 'File too large or too deeply nested',
  JG104: 'YAML syntax error',
  JG105: 'Duplicate key',
  JG106: 'Alias or anchor',
  JG107: 'Merge key',
  JG108: 'Tag',
  JG109: 'Several documents',
  JG110: 'Top level that is not a map',
  JG111: 'Key that is not text',
  JG112: 'Forbidden character',
  JG113: 'Merge conflict',

  JG201: 'Unknown key',
  JG202: 'Wrong kind of value',
  JG203: 'Unknown type',
  JG204: 'Missing key',
  JG205: 'Value that is not allowed',
  JG206: 'Constraint that does not fit',
  JG207: 'Default that does not fit',
  JG208: 'Invalid enum',
  JG209: 'Number out of range',
  JG210: 'Schema without resources',
  JG211: 'Repeated entry',
  JG212: 'Mutually exclusive keys',

  JG301: 'Invalid member name',
  JG302: 'Reserved field name',
  JG303: 'Field declared twice',
  JG304: 'Names that differ only in case or Unicode form',
  JG305: 'Names that become the same identifier',
  JG306: 'File name already taken',
  JG307: 'Name too long',
  JG308: 'Alias that shadows a filter',
  JG309: 'Invalid identifier',

  JG401: 'Unknown resource',
  JG402: 'Filter on an unknown attribute',
  JG403: 'Sort on an unknown attribute',
  JG404: 'Stat on an unknown attribute',
  JG405: 'Calculation that does not fit',
  JG406: 'Operator that does not fit',
  JG407: 'Default filter on an unknown attribute',
  JG408: 'Value that does not fit the attribute',
  JG409: 'Unknown include path',
  JG410: 'Version attribute that does not fit',
  JG411: 'Filter path that cannot be followed',
  JG412: 'Sideload without a key',
  JG413: 'Feature that the adapter does not support',
  JG414: 'Polymorphic sideload without a counterpart',
  JG415: 'Type that needs a datamodel',
  JG416: 'Column that an attribute cannot use',
  JG417: 'Missing module',
  JG418: 'Key that does not fit its columns',
  JG419: 'Sort without cursors',
  JG420: 'Relationship between two adapters',

  JG501: 'Missing Prisma schema',
  JG502: 'Invalid Prisma schema',
  JG503: 'Unknown model',
  JG504: 'Unknown column',
  JG505: 'Type that contradicts the datamodel',
  JG506: 'Nullability that contradicts the datamodel',
  JG507: 'Relation that contradicts the datamodel',
  JG508: 'Model without a key',
  JG509: 'Relation over several columns',
  JG510: 'Unreadable annotation',
  JG511: 'Unknown annotation',
  JG512: 'Annotation in the wrong place',
  JG513: 'Id that does not identify records',
  JG514: 'Model that the Prisma Client misreads',
  JG515: 'Database without a driver adapter',
  JG516: 'Relation that makes the Prisma Client wait forever',
  JG517: 'Database that the Kysely adapter cannot use',
  JG518: 'Field that Prisma cannot compare',

  JG601: 'Path outside the output folder',
  JG602: 'Link that points outside the output folder',
  JG603: 'File system error',
  JG604: 'Invalid template',
  JG605: 'Another run in progress',
  JG606: 'Unknown template',
  JG607: 'Output folder shared by two schemas',
  JG608: 'Unreadable contract',
  JG609: 'Client that cannot be compiled',

  JG701: 'Required column that no client can fill',
  JG702: 'Controller that does not match the actions',
  JG703: 'To-many relationship through a join without a unique key',
  JG704: 'Action that writes to a view',
  JG705: 'Model that the Prisma Client omits',
  JG707: 'Runtime of a different version',
  JG708: 'Merge conflict in one of your files',
  JG709: 'Guard that a relationship bypasses',
  JG710: 'Resource without a policy',
  JG711: 'Join model under several policies',
  JG713: 'To-many relationship whose links cannot be created',
  JG714: 'Omitted action that nested writes can still perform',
  JG715: 'Action open to everybody',
  JG716: 'Required field that the creator may not write',
  JG718: 'Prisma of a different major version',
  JG719: 'Database without a datamodel',
  JG720: 'Create without the scope of its siblings',
  JG721: 'Queries without an index',
  JG722: 'Waiver that matches no change',
  JG723: 'Waiver that has expired',

  JG801: 'Column omitted because its name suggests a secret',
  JG803: 'Type named differently from its model',
  JG804: 'Missing Prisma Client',
  JG805: 'Field whose name differs in the API',
  JG806: 'Optional attribute that nothing fills in',
  JG807: 'Destroy that bypasses policies',
  JG808: 'One-to-one relationship that a hidden record can occupy',
  JG809: 'Outdated Prisma Client',
} as const

/** A diagnostic code. */
export type Code = keyof typeof CATALOGUE

/** An error stops the run. A warning stops it only if the run is strict. A note reports a decision. */
export type Severity = 'error' | 'warning' | 'note'

// Parts that the generator omits, because it does not support them yet.
const LEFT_OUT: ReadonlySet<Code> = new Set<Code>(['JG508', 'JG509', 'JG514', 'JG516'])

/** The severity of a code, which never changes. */
export function severityOf(code: Code): Severity {
  if (code.startsWith('JG7') || LEFT_OUT.has(code)) return 'warning'
  return code.startsWith('JG8') ? 'note' : 'error'
}
