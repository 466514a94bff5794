import { hashPassword } from './password.js';
import type { PrismaClient, Role } from './prisma/client.js';

/** The password of every user in the example. */
export const PASSWORD = 'correct horse battery staple';

/** The users, `owner@acme.example` and so on, in the order of their ids. Gil is in both organisations. */
export const PEOPLE: readonly (readonly [
  email: string,
  name: string,
  roles: readonly (Role | undefined)[],
])[] = [
  ['owner@acme.example', 'Olive Owner', ['owner']],
  ['accountant@acme.example', 'Abel Accountant', ['accountant']],
  ['member@acme.example', 'Mia Member', ['member']],
  ['guest@acme.example', 'Gus Guest', ['guest']],
  ['owner@umbrella.example', 'Uma Umbrella', [undefined, 'owner']],
  ['both@people.example', 'Gil Both', ['guest', 'owner']],
];

/**
 * Fills an empty database with two similar organisations: everything has the same number and a different name. Odd ids
 * belong to acme, even ids to umbrella.
 */
export async function seed(prisma: PrismaClient): Promise<void> {
  const passwordHash = await (hashing ??= hashPassword(PASSWORD));
  await prisma.organisation.createMany({
    data: [
      { id: 1, name: 'Acme', slug: 'acme', invoiceCount: 3 },
      { id: 2, name: 'Umbrella', slug: 'umbrella', invoiceCount: 3 },
    ],
  });
  await prisma.user.createMany({
    data: PEOPLE.map(([email, name], index) => ({ id: index + 1, email, name, passwordHash })),
  });
  await prisma.membership.createMany({
    data: PEOPLE.flatMap(([, , roles], index) =>
      roles.flatMap((role, at) => (role ? [{ organisationId: at + 1, userId: index + 1, role }] : [])),
    ),
  });
  for (const organisationId of [1, 2]) await fillOrganisation(prisma, organisationId);
}

/** A single hash for all users, because hashing takes time. */
let hashing: Promise<string> | undefined;

async function fillOrganisation(prisma: PrismaClient, organisationId: number): Promise<void> {
  const name = organisationId === 1 ? 'Acme' : 'Umbrella';
  /** The authors of comments: the member and the owner of acme, and the two users of umbrella. */
  const authors = organisationId === 1 ? [3, 1] : [5, 6];
  const id = (n: number): number => 2 * n - (organisationId === 1 ? 1 : 0);
  await prisma.project.createMany({
    data: [
      { id: id(1), organisationId, name: `${name} website`, budget: 1000 * organisationId },
      { id: id(2), organisationId, name: `${name} warehouse`, budget: 2000 * organisationId },
      { id: id(3), organisationId, name: `${name} given up`, deletedAt: new Date(Date.UTC(2026, 0, 1)) },
    ],
  });
  await prisma.comment.createMany({
    data: [
      { id: id(1), organisationId, projectId: id(1), authorId: authors[0] ?? 0, body: `${name}: looks good` },
      { id: id(2), organisationId, projectId: id(1), authorId: authors[1] ?? 0, body: `${name}: not yet` },
      { id: id(3), organisationId, projectId: id(3), authorId: authors[0] ?? 0, body: `${name}: a pity` },
      {
        id: id(4),
        organisationId,
        projectId: id(1),
        authorId: authors[0] ?? 0,
        body: `${name}: taken back`,
        deletedAt: new Date(Date.UTC(2026, 0, 2)),
      },
    ],
  });
  const due = new Date(Date.UTC(2026, 2, 31));
  await prisma.invoice.createMany({
    data: [
      {
        organisationId,
        number: 1,
        customer: `${name}'s first`,
        state: 'paid',
        dueOn: due,
        amount: 120,
        projectId: id(1),
      },
      {
        organisationId,
        number: 2,
        customer: `${name}'s second`,
        state: 'sent',
        dueOn: due,
        amount: 80,
        projectId: id(1),
      },
      { organisationId, number: 3, customer: `${name}'s third`, amount: 40 },
    ],
  });
  const text = `${name}: an hour`;
  await prisma.line.createMany({
    data: [
      { organisationId, invoiceNumber: 1, position: 1, text, quantity: 3, price: 40 },
      { organisationId, invoiceNumber: 2, position: 1, text, quantity: 1, price: 40 },
      { organisationId, invoiceNumber: 2, position: 2, text, quantity: 1, price: 40 },
      { organisationId, invoiceNumber: 3, position: 1, text, quantity: 1, price: 40 },
    ],
  });
}

/**
 * Makes PostgreSQL continue from the highest id of each table, because the rows above have explicit ids. SQLite does
 * that by itself.
 */
export async function resetSequences(prisma: PrismaClient): Promise<void> {
  for (const table of ['organisations', 'users', 'projects', 'comments']) {
    await prisma.$executeRawUnsafe(
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`,
    );
  }
}
