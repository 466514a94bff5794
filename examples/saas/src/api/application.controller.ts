import { ResourceController } from '@jsonapi-gen/runtime';
import type { Role } from '../prisma/client.js';
import type { Guards } from './generated/index.gen.js';

/** The application's own data about a request: the user, the organisation, and the user's role in it. */
export interface Locals {
  readonly userId: number;
  readonly organisationId: number;
  readonly role: Role;
}

/** The guards that a role passes. */
export const guardsOf = ({ role }: Pick<Locals, 'role'>): Record<keyof Guards, boolean> => ({
  isMember: role !== 'guest',
  isAccountant: role === 'accountant' || role === 'owner',
  isOwner: role === 'owner',
});

/** The base class of all controllers: the context of guards and custom methods. */
export class ApplicationController extends ResourceController<Locals> implements Guards {
  isMember(): boolean {
    return guardsOf(this.locals).isMember;
  }

  isAccountant(): boolean {
    return guardsOf(this.locals).isAccountant;
  }

  isOwner(): boolean {
    return guardsOf(this.locals).isOwner;
  }

  override describe(): string {
    const { role, userId, organisationId } = this.locals;
    return `${role} ${userId} of organisation ${organisationId}`;
  }
}
