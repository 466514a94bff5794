/**
 * Every diagnostic code with its kind of problem. docs/diagnostics.md has the cause and the cure of each. JG1xx
 * reading, JG2xx the format, JG3xx names, JG4xx references, JG5xx the Prisma datamodel, JG6xx the output, JG7xx
 * warnings, JG8xx notes. A code keeps its meaning for ever, and is not reused when it is no longer needed.
 */
export const CATALOGUE = {
  JG101: 'The schema cannot be read',
  JG102: 'Not UTF-8',
  JG103: 'Too large or too deep',
  JG104: 'YAML syntax',
  JG105: 'Duplicate key',
  JG106: 'Alias or anchor',
  JG107: 'Merge key',
  JG108: 'Tag',
  JG109: 'Several documents',
  JG110: 'Not a map',
  JG111: 'Key that YAML does not read as text',
  JG112: 'Forbidden character',
  JG113: 'Conflict of a merge',

  JG201: 'Unknown key',
  JG202: 'Wrong kind of value',
  JG203: 'Unknown type',
  JG204: 'Missing key',
  JG205: 'Value that is not allowed',
  JG206: 'Constraint that does not fit',
  JG207: 'Default that does not fit',
  JG208: 'Faulty enum',
  JG209: 'Number out of range',
  JG210: 'Nothing to generate',
  JG211: 'Repeated entry',
  JG212: 'Keys that exclude each other',

  JG301: 'Not a member name',
  JG302: 'Reserved field name',
  JG303: 'Field declared twice',
  JG304: 'Names that differ only in case or Unicode form',
  JG305: 'Names that become one identifier',
  JG306: 'File name that is taken',
  JG307: 'Name too long',
  JG308: 'Alias that shadows a filter',
  JG309: 'Not an identifier',

  JG401: 'Unknown resource',
  JG402: 'Filter that names nothing',
  JG403: 'Sort that names nothing',
  JG404: 'Stat that names nothing',
  JG405: 'Calculation that does not fit',
  JG406: 'Operator that does not fit',
  JG407: 'Default filter that names nothing',
  JG408: 'Value that does not fit the attribute',
  JG409: 'Include path that names nothing',
  JG410: 'Version attribute that does not fit',
  JG411: 'Filter path that cannot be followed',
  JG412: 'Sideload without a key',
  JG413: 'What the adapter does not offer',
  JG414: 'Polymorphic sideload without a counterpart',
  JG415: 'Type that only a datamodel can tell',
  JG416: 'Column that an attribute cannot stand for',
  JG417: 'Module that is not there',
  JG418: 'Key that does not fit its columns',
  JG419: 'Sort that has no cursors',
  JG420: 'Relationship between two adapters',

  JG501: 'The Prisma schema cannot be found',
  JG502: 'The Prisma schema is faulty',
  JG503: 'Unknown model',
  JG504: 'Unknown column',
  JG505: 'Type that contradicts the datamodel',
  JG506: 'Nullability that contradicts the datamodel',
  JG507: 'Relation that contradicts the datamodel',
  JG508: 'Model without a key',
  JG509: 'Relation over several columns',
  JG510: 'Annotation that cannot be read',
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
  JG603: 'The disk refused',
  JG604: 'Faulty template',
  JG605: 'Another run is writing',
  JG606: 'Unknown template',
  JG607: 'Output of two schemas',
  JG608: 'Contract that cannot be read',

  JG701: 'Required column that no create can fill',
  JG702: 'Route stub that does not fit the actions',
  JG703: 'To-many through a join without a unique key',
  JG704: 'Action that writes to a view',
  JG705: 'Model that the Prisma Client leaves out',
  JG707: 'Runtime of another version',
  JG708: 'Conflict of a merge in a file that is yours',
  JG709: 'Guard that a relationship leads past',
  JG710: 'Resource without a policy',
  JG711: 'Join model under several policies',
  JG713: 'To-many whose links nothing can make',
  JG714: 'Action that is left out, and open to nested writes',
  JG715: 'Action that everybody may do',
  JG716: 'What a create needs, and not everybody who creates may write',
  JG718: 'Prisma of another major version',
  JG719: 'Database that no datamodel tells of',
  JG720: 'Create without the scope of its siblings',

  JG801: 'Column left out because its name sounds secret',
  JG803: 'Type with another name than its model',
  JG804: 'The Prisma Client is not generated',
  JG805: 'Field with another name on the wire',
  JG806: 'Attribute that a create may leave out, and nothing fills',
  JG807: 'Destroy that reaches past policies',
  JG808: 'One-to-one that a hidden record can hold',
  JG809: 'The Prisma Client is older than its schema',
} as const

/** A diagnostic code. */
export type Code = keyof typeof CATALOGUE

/** An error stops the run; a warning does not, unless the run is strict; a note informs about a decision. */
export type Severity = 'error' | 'warning' | 'note'

// Parts that the generator leaves out because it does not support them yet.
const LEFT_OUT: ReadonlySet<Code> = new Set<Code>(['JG508', 'JG509', 'JG514', 'JG516'])

/** The severity of a code, which is always the same. */
export function severityOf(code: Code): Severity {
  if (code.startsWith('JG7') || LEFT_OUT.has(code)) return 'warning'
  return code.startsWith('JG8') ? 'note' : 'error'
}
