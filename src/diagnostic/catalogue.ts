/**
 * Every diagnostic code with its kind of problem. docs/diagnostics.md has the cause and the fix of each. JG1xx reading,
 * JG2xx the format, JG3xx names, JG4xx references, JG5xx the Prisma datamodel, JG6xx the output, JG7xx warnings, JG8xx
 * notes. A code keeps its meaning forever, and is not reused when it is no longer needed.
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
  JG208: 'Faulty enum',
  JG209: 'Number out of range',
  JG210: 'Schema without resources',
  JG211: 'Repeated entry',
  JG212: 'Mutually exclusive keys',

  JG301: 'Invalid member name',
  JG302: 'Reserved field name',
  JG303: 'Field declared twice',
  JG304: 'Names that differ only in case or Unicode form',
  JG305: 'Names that become the same identifier',
  JG306: 'File name that is taken',
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
  JG413: 'Feature that the adapter does not offer',
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
  JG513: 'Id that does not tell records apart',
  JG514: 'Model that the Prisma Client misreads',
  JG515: 'Database without a driver adapter',
  JG516: 'Relation that the Prisma Client waits for without end',
  JG517: 'Database that the Kysely adapter cannot use',
  JG518: 'Field that Prisma cannot compare',

  JG601: 'Path outside the output folder',
  JG602: 'Link that leads out of the output folder',
  JG603: 'File system error',
  JG604: 'Faulty template',
  JG605: 'Another run is writing',
  JG606: 'Unknown template',
  JG607: 'Output folder of two schemas',
  JG608: 'Unreadable contract',

  JG701: 'Required column that no create can fill',
  JG702: 'Controller that does not match the actions',
  JG703: 'To-many through a join without a unique key',
  JG704: 'Action that writes to a view',
  JG705: 'Model that the Prisma Client leaves out',
  JG707: 'Runtime of another version',
  JG708: 'Merge conflict in one of your files',
  JG709: 'Guard that a relationship bypasses',
  JG710: 'Resource without a policy',
  JG711: 'Join model under several policies',
  JG713: 'To-many whose links nothing can make',
  JG714: 'Omitted action that nested writes can still do',
  JG715: 'Action open to everybody',
  JG716: 'Required field that the creator may not write',
  JG718: 'Prisma of another major version',
  JG719: 'Database without a datamodel',
  JG720: 'Create without the scope of its siblings',
  JG721: 'Queries that no index serves',

  JG801: 'Column left out because its name sounds secret',
  JG803: 'Type with another name than its model',
  JG804: 'Missing Prisma Client',
  JG805: 'Field with another name in the API',
  JG806: 'Optional attribute that nothing fills in',
  JG807: 'Destroy that reaches past policies',
  JG808: 'One-to-one that a hidden record can hold',
  JG809: 'Outdated Prisma Client',
} as const

/** A diagnostic code. */
export type Code = keyof typeof CATALOGUE

/** An error stops the run; a warning does not, unless the run is strict; a note informs about a decision. */
export type Severity = 'error' | 'warning' | 'note'

// Parts that the generator omits because it does not support them yet.
const LEFT_OUT: ReadonlySet<Code> = new Set<Code>(['JG508', 'JG509', 'JG514', 'JG516'])

/** The severity of a code, which is always the same. */
export function severityOf(code: Code): Severity {
  if (code.startsWith('JG7') || LEFT_OUT.has(code)) return 'warning'
  return code.startsWith('JG8') ? 'note' : 'error'
}
