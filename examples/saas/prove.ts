import { defineProof } from '@jsonapi-gen/prove';
import type { Locals } from './src/api/application.controller.js';
import { registry } from './src/api/generated/index.gen.js';
import { controllers } from './src/api/generated/routes.gen.js';
import { api } from './src/api/routes/index.js';
import { prisma } from './src/prisma.js';

const of = (userId: number, role: Locals['role']): Locals => ({ userId, organisationId: 1, role });

/** The viewers for `npx jsonapi-gen prove`: one with each role, and one from another organisation. */
export default defineProof<Locals>({
  viewers: {
    guest: of(1, 'guest'),
    member: of(2, 'member'),
    accountant: of(3, 'accountant'),
    owner: of(4, 'owner'),
    stranger: { userId: 5, organisationId: 2, role: 'owner' },
  },
  tables: 'prisma/migrations',
  tenant: 'organisationId',
  secrets: { User: ['passwordHash'] },
  open: () => ({ api, registry, controllers, client: prisma, close: () => prisma.$disconnect() }),
});
