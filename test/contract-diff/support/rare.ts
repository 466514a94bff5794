import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Contract, contractOf, loadSchema } from 'jsonapi-gen'

/** The contract of a schema whose declarations occur in neither the examples nor the fixtures. */
export async function rareContract(): Promise<Contract> {
  const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-rare-'))
  try {
    for (const [file, text] of Object.entries(FILES)) await writeFile(join(folder, file), text)
    const loaded = await loadSchema(join(folder, 'schema.yaml'), 'schema.yaml')
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
    return contractOf(loaded.schema)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const FILES = {
  'marks.ts': 'export interface Marks { first: number }\n',
  'schema.yaml': `prisma: { schema: data.prisma }
resources:
  students:
    attributes:
      name:
      marks: { as: Marks, from: ./marks }
    extraFields:
      mood: { enum: [glad, sad] }
      nicknames: string[]
    sideloads:
      courses: { kind: hasAndBelongsToMany, resource: courses, dependent: restrict }
  courses:
    attributes: [title]
  fees:
    clientIds: required
    attributes: [amount]
  enrollments:
    attributes: [since]
    sideloads: [student, course]
    actions:
      create: isMember
      destroy: isMember
      extend:
        on: record
        description: Makes it last longer.
        input:
          until: { type: datetime, description: The new end. }
          why: { enum: [sick, other], default: other }
          note: { type: string?, maxLength: 100, minLength: 1, pattern: '^[a-z]', format: email }
          days: { type: 'integer[]', minimum: 1, maximum: 7 }
        output: enrollments?
        scope: own
        guard: isMember
      count: { on: collection, transaction: false, guard: isMember }
      twice: { on: collection, output: 'students[]', guard: isMember }
`,
  'data.prisma': `datasource db {
  provider = "postgresql"
}

model Student {
  id          Int          @id
  name        String
  marks       Json
  enrollments Enrollment[]
}

model Course {
  id          Int          @id
  title       String
  enrollments Enrollment[]
}

model Enrollment {
  courseId  Int
  studentId Int
  since     DateTime @default(now())
  course    Course   @relation(fields: [courseId], references: [id])
  student   Student  @relation(fields: [studentId], references: [id])

  @@id([courseId, studentId])
}

model Fee {
  code   String  @id @db.Char(4)
  amount Decimal @db.Decimal(6, 2)
}
`,
}
