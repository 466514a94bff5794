import { ResourceController } from '@jsonapi-gen/runtime';
import type { Role } from '../prisma/client.js';
import type { Guards } from './generated/index.gen.js';

/** The application's own data about a request: the user, the organisation, and the user's role in it. */
export interface Locals {
  readonly userId: number;
  readonly organisationId: number;
  readonly role: Role;
}

/** The base class of all controllers: the context of guards and custom methods. */
export class ApplicationController extends ResourceController<Locals> implements Guards {
  isMember(): boolean {
    return this.locals.role !== 'guest';
  }

  isAccountant(): boolean {
    return this.locals.role === 'accountant' || this.isOwner();
  }

  isOwner(): boolean {
    return this.locals.role === 'owner';
  }

  override describe(): string {
    const { role, userId, organisationId } = this.locals;
    return `${role} ${userId} of organisation ${organisationId}`;
  }
}
