import type { Dice } from '../../support/dice.js'
import type { DatabaseName } from '../../support/probe.js'

/** A change to the SQL that creates a database, and the only finding that it causes. */
export interface Drift {
  readonly kind: string
  readonly code: string
  readonly table: string
  readonly column: string | null
  change(ddl: string): string
}

/** The kinds of drift on each database. */
export type Candidates = Readonly<Record<string, readonly Drift[]>>

/** Chooses drifts of all kinds in turn, at most one for each table, so that none hides another. */
export function chosen(candidates: Candidates, count: number, { below }: Dice): readonly Drift[] {
  const used = new Set<string>()
  const drifts: Drift[] = []
  const open = new Map(Object.entries(candidates))
  while (drifts.length < count && open.size > 0) {
    for (const [kind, all] of open) {
      const free = all.filter(({ table }) => !used.has(table))
      const drift = free[below(free.length)]
      if (!drift) open.delete(kind)
      else if (drifts.length < count) {
        used.add(drift.table)
        drifts.push(drift)
      }
    }
  }
  return drifts
}

interface Table {
  readonly name: string
  readonly text: string
  readonly columns: readonly Column[]
}

interface Column {
  readonly name: string
  readonly line: string
  readonly type: string
  readonly isNeeded: boolean
  readonly preset: string | undefined
  /** Whether no key, index or constraint uses the column. */
  readonly isPlain: boolean
}

/** Every possible drift of a database, by kind. */
export function candidatesOf(ddl: string, database: DatabaseName): Candidates {
  const q = database === 'mariadb' ? '`' : '"'
  const tables = tablesIn(ddl, q)
  const columns = tables.flatMap((table) => table.columns.map((column) => ({ table, column })))
  const plain = columns.filter(({ column }) => column.isPlain && !column.name.startsWith('_'))
  const edit = (table: Table, from: string, to: string) => (text: string) =>
    text.replace(table.text, (own) => own.replace(from, () => to))
  const ofLine = (
    kind: string,
    code: string,
    { table, column }: { readonly table: Table; readonly column: Column },
    line: string,
  ): Drift => ({ kind, code, table: table.name, column: column.name, change: edit(table, column.line, line) })
  const isText = ({ type }: Column): boolean => /^(?:TEXT|VARCHAR\(\d+\))$/.test(type)
  const definition = (name: string, type: string, rest: string): string =>
    `    ${q}${name}${q} ${type}${rest},`
  const restOf = ({ isNeeded, preset }: Column): string =>
    `${isNeeded ? ' NOT NULL' : ''}${preset === undefined ? '' : ` DEFAULT ${preset}`}`
  const isServer = database !== 'sqlite'
  const indexes = indexesIn(ddl, q)
  const keys = foreignKeysIn(ddl, q, tables)
  const referenced = new Set(keys.map(({ target }) => target))
  const sole = (own: readonly string[]): string | null => (own.length === 1 ? (own[0] ?? null) : null)
  return {
    'dropped column': plain.map((at) => ofLine('dropped column', 'JG902', at, '')),
    'other type': plain
      .filter(({ column }) => (isText(column) || column.type === 'INTEGER') && column.preset === undefined)
      .map((at) =>
        ofLine(
          'other type',
          'JG903',
          at,
          definition(at.column.name, isText(at.column) ? 'INTEGER' : 'TEXT', restOf(at.column)),
        ),
      ),
    'shorter text': isServer
      ? plain
          .filter(({ column }) => isText(column))
          .map((at) =>
            ofLine('shorter text', 'JG904', at, definition(at.column.name, 'VARCHAR(90)', restOf(at.column))),
          )
          .filter(
            ({ table, column }) =>
              plain.find((at) => at.table.name === table && at.column.name === column)?.column.type !==
              'VARCHAR(90)',
          )
      : [],
    nullability: plain
      .filter(({ column }) => !column.type.endsWith('[]'))
      .map((at) =>
        ofLine(
          'nullability',
          'JG905',
          at,
          definition(at.column.name, at.column.type, restOf({ ...at.column, isNeeded: !at.column.isNeeded })),
        ),
      ),
    'dropped default': plain
      .filter(({ column }) => column.preset !== undefined)
      .map((at) =>
        ofLine(
          'dropped default',
          'JG906',
          at,
          definition(at.column.name, at.column.type, restOf({ ...at.column, preset: undefined })),
        ),
      ),
    'other default': plain
      .filter(
        ({ column }) => /^'\w*'$|^\d+$/.test(column.preset ?? '') && !/^(?:JSON|".*")/.test(column.type),
      )
      .map((at) =>
        ofLine(
          'other default',
          'JG906',
          at,
          definition(
            at.column.name,
            at.column.type,
            restOf({ ...at.column, preset: at.column.preset?.startsWith("'") ? "'other'" : '77' }),
          ),
        ),
      )
      .filter(
        ({ table, column }) =>
          !plain
            .find((at) => at.table.name === table && at.column.name === column)
            ?.column.type.startsWith('ENUM'),
      ),
    'enum value': enumDrifts(ddl, database, columns),
    'dropped unique key': indexes
      .filter(
        ({ isUnique, table, columns: own }) =>
          isUnique && !keys.some((key) => key.target === table && key.references === own.join()),
      )
      .map(({ table, columns: own, text }) => ({
        kind: 'dropped unique key',
        code: 'JG908',
        table,
        column: sole(own),
        change: (all: string) => all.replace(text, ''),
      })),
    'new unique key': plain
      .filter(
        ({ column }) =>
          /^(?:INTEGER|VARCHAR\(\d+\))$/.test(column.type) ||
          (column.type === 'TEXT' && database !== 'mariadb'),
      )
      .map(({ table, column }) => ({
        kind: 'new unique key',
        code: 'JG908',
        table: table.name,
        column: null,
        change: (all: string) =>
          `${all}\nCREATE UNIQUE INDEX ${q}drift_${table.name}${q} ON ${q}${table.name}${q} (${q}${column.name}${q});`,
      })),
    'dropped foreign key': keys.map(({ table, columns: own, text }) => ({
      kind: 'dropped foreign key',
      code: 'JG909',
      table,
      column: sole(own),
      change: (all: string) => all.replace(text, ''),
    })),
    'other action on delete': keys
      .filter(({ text }) => /ON DELETE (?:CASCADE|RESTRICT)/.test(text))
      .map(({ table, columns: own, text }) => ({
        kind: 'other action on delete',
        code: 'JG910',
        table,
        column: sole(own),
        change: (all: string) =>
          all.replace(
            text,
            text.replace(
              /ON DELETE (\w+)/,
              (_, action: string) => `ON DELETE ${action === 'CASCADE' ? 'RESTRICT' : 'CASCADE'}`,
            ),
          ),
      })),
    'generated column': plain
      .filter(({ column }) => isText(column) && column.isNeeded && column.preset === undefined)
      .map((at) =>
        ofLine(
          'generated column',
          'JG911',
          at,
          definition(at.column.name, at.column.type, " GENERATED ALWAYS AS ('x') STORED"),
        ),
      ),
    trigger: tables
      .filter(({ name }) => !name.startsWith('_'))
      .map(({ name }) => ({
        kind: 'trigger',
        code: 'JG912',
        table: name,
        column: null,
        change: (all: string) => `${all}\n${triggerOn(name, database)}`,
      })),
    'dropped index': indexes
      .filter(
        ({ isUnique, table, columns: own, text }) =>
          !isUnique &&
          !indexes.some(
            (other) =>
              other.text !== text &&
              other.table === table &&
              own.every((each) => other.columns.slice(0, own.length).includes(each)),
          ) &&
          !keyOf(tables, table, q)
            .slice(0, own.length)
            .some((each) => own.includes(each)) &&
          !(database === 'mariadb' && keys.some((key) => key.table === table && key.columns[0] === own[0])),
      )
      .map(({ table, columns: own, text }) => ({
        kind: 'dropped index',
        code: 'JG913',
        table,
        column: sole(own),
        change: (all: string) => all.replace(text, ''),
      })),
    'character set':
      database === 'mariadb'
        ? plain
            .filter(({ column }) => isText(column))
            .map((at) =>
              ofLine(
                'character set',
                'JG914',
                at,
                definition(at.column.name, `${at.column.type} CHARACTER SET latin1`, restOf(at.column)),
              ),
            )
        : [],
    'new required column': tables
      .filter(({ name }) => !name.startsWith('_'))
      .map((table) => ({
        kind: 'new required column',
        code: 'JG918',
        table: table.name,
        column: 'drift_column',
        change: (all: string) =>
          all.replace(table.text, (own) =>
            own.replace('(\n', `(\n${definition('drift_column', 'INTEGER', ' NOT NULL')}\n`),
          ),
      })),
    'dropped table': tables
      .filter(({ name }) => !referenced.has(name))
      .map((table) => ({
        kind: 'dropped table',
        code: 'JG901',
        table: table.name,
        column: null,
        change: (all: string) =>
          [...indexes, ...keys.filter(() => isServer)]
            .filter((each) => each.table === table.name)
            .reduce((text, each) => text.replace(each.text, ''), all)
            .replace(table.text, ''),
      })),
  }
}

function tablesIn(ddl: string, q: string): readonly Table[] {
  return [
    ...ddl.matchAll(new RegExp(`^CREATE TABLE ${q}([^${q}]+)${q} \\(\\n([\\s\\S]*?)\\n\\)[^;]*;`, 'gm')),
  ].map(([text, name = '', body = '']) => {
    const elsewhere = ddl
      .split('\n')
      .filter((line) => line.includes(`${q}${name}${q}`) && !line.startsWith('CREATE TABLE'))
    const inside = body.split('\n').filter((line) => /^ +(?:CONSTRAINT|PRIMARY KEY)/.test(line))
    const columns = body.split('\n').flatMap((line): Column[] => {
      const [, column = '', type = '', rest = ''] =
        new RegExp(
          `^ +${q}([^${q}]+)${q} (ENUM \\([^)]*\\)|"[^"]+"(?:\\[\\])?|[A-Z ]+?(?:\\([\\d,]+\\))?(?:\\[\\])?)((?: NOT NULL| DEFAULT| PRIMARY| AUTO_INCREMENT|,|$).*)`,
        ).exec(line) ?? []
      if (column === '') return []
      const isPlain =
        ![...elsewhere, ...inside].some((each) => each.includes(`${q}${column}${q}`)) &&
        !/PRIMARY|AUTO_INCREMENT|SERIAL/.test(line)
      const preset = / DEFAULT (.*?),?$/.exec(rest)?.[1]
      // The last line in a table's definition has no comma.
      return line.endsWith(',')
        ? [{ name: column, line, type, isNeeded: rest.includes('NOT NULL'), preset, isPlain }]
        : []
    })
    return { name, text, columns }
  })
}

const namesIn = (list: string, q: string): readonly string[] =>
  [...list.matchAll(new RegExp(`${q}([^${q}]+)${q}`, 'g'))].map(([, name = '']) => name)

const keyOf = (tables: readonly Table[], name: string, q: string): readonly string[] => {
  const text = tables.find((table) => table.name === name)?.text ?? ''
  const [, list = ''] = /PRIMARY KEY \(([^)]*)\)/.exec(text) ?? []
  const [, alone] = new RegExp(`^ +${q}([^${q}]+)${q} .*PRIMARY KEY`, 'm').exec(text) ?? []
  return alone !== undefined && list === '' ? [alone] : namesIn(list, q)
}

function indexesIn(ddl: string, q: string) {
  return [
    ...ddl.matchAll(
      new RegExp(
        `^CREATE (UNIQUE )?INDEX ${q}[^${q}]+${q} ON ${q}([^${q}]+)${q}( USING \\w+)? ?\\((.*)\\);$`,
        'gm',
      ),
    ),
  ].flatMap(([text, unique, table = '', method, list = '']) =>
    method === undefined || / USING HASH/.test(method)
      ? [{ text, isUnique: unique !== undefined, table, columns: namesIn(list, q) }]
      : [],
  )
}

function foreignKeysIn(ddl: string, q: string, tables: readonly Table[]) {
  const apart = [
    ...ddl.matchAll(
      new RegExp(
        `^ALTER TABLE ${q}([^${q}]+)${q} ADD CONSTRAINT .*? FOREIGN KEY \\((.*?)\\) REFERENCES ${q}([^${q}]+)${q} ?\\((.*?)\\).*;$`,
        'gm',
      ),
    ),
  ].map(([text, table = '', own = '', target = '', references = '']) => ({
    text,
    table,
    columns: namesIn(own, q),
    target,
    references: namesIn(references, q).join(),
  }))
  const inside = tables.flatMap((table) =>
    [
      ...table.text.matchAll(
        /,\n +CONSTRAINT "[^"]+" FOREIGN KEY \((.*?)\) REFERENCES "([^"]+)" \((.*?)\)[^,\n]*/g,
      ),
    ].map(([text, own = '', target = '', references = '']) => ({
      text,
      table: table.name,
      columns: namesIn(own, q),
      target,
      references: namesIn(references, q).join(),
    })),
  )
  return [...apart, ...inside]
}

/** Drifts of enums that only one column uses. */
function enumDrifts(
  ddl: string,
  database: DatabaseName,
  columns: readonly { readonly table: Table; readonly column: Column }[],
): readonly Drift[] {
  const drift = (table: Table, column: Column, change: Drift['change']): Drift => ({
    kind: 'enum value',
    code: 'JG907',
    table: table.name,
    column: column.name,
    change,
  })
  if (database === 'mariadb') {
    return columns
      .filter(({ column }) => column.type.startsWith('ENUM') && column.preset === undefined)
      .map(({ table, column }) =>
        drift(table, column, (all) =>
          all.replace(table.text, (own) =>
            own.replace(column.line, column.line.replace(/ENUM \('[^']*', /, 'ENUM (')),
          ),
        ),
      )
      .filter(({ change }) => change(ddl) !== ddl)
  }
  return [...ddl.matchAll(/^CREATE TYPE ("\w+") AS ENUM \((.*)\);$/gm)].flatMap(
    ([text, name = '', values = '']) => {
      const holders = ddl.match(new RegExp(`^ +"\\w+" ${name}`, 'gm')) ?? []
      const at = columns.find(({ column }) => column.type === name)
      if (holders.length !== 1 || !at) return []
      // The enum has either a new value or, if no default uses it, one value fewer.
      const first = values.split(', ')[0] ?? ''
      const isUsed = at.column.preset?.includes(first) ?? false
      const fresh = isUsed || !values.includes(', ') ? `${values}, 'drift'` : values.replace(`${first}, `, '')
      return [drift(at.table, at.column, (all) => all.replace(text, text.replace(values, fresh)))]
    },
  )
}

function triggerOn(table: string, database: DatabaseName): string {
  const name = `drift_on_${table}`
  switch (database) {
    case 'sqlite':
      return `CREATE TRIGGER "${name}" AFTER INSERT ON "${table}" BEGIN SELECT 1; END;`
    case 'mariadb':
      return `CREATE TRIGGER \`${name}\` BEFORE INSERT ON \`${table}\` FOR EACH ROW SET @drift = 1;`
    case 'postgresql':
      return `CREATE OR REPLACE FUNCTION drift() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
CREATE TRIGGER "${name}" BEFORE INSERT ON "${table}" FOR EACH ROW EXECUTE FUNCTION drift();`
  }
}
