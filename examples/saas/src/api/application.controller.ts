import { ResourceController } from '@jsonapi-gen/runtime';
import type { Role } from '../prisma/client.js';
import type { Guards } from './generated/index.gen.js';

/** What the application knows of a request besides HTTP: who asks, in which organisation, and as what. */
export interface Locals {
  readonly userId: number;
  readonly organisationId: number;
  readonly role: Role;
}

/** The common base of every controller: the context that guards and custom methods see. */
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
