import type { ApplicationController, Locals } from './api/application.controller.js';

/**
 * An id that no record has, which a scope compares with if nobody is logged in. It must not be `undefined`: see
 * docs/policies.md.
 */
export const NOBODY = -1;

/** The condition for a tenant's records. Without a context, such as in a job, it matches no records. */
export function ofTenant(context: ApplicationController | undefined): { readonly organisationId: number } {
  return { organisationId: context?.locals.organisationId ?? NOBODY };
}

/** The member who sent the request; undefined if the application itself runs the code. */
export function askingMember(context: ApplicationController | undefined): Locals | undefined {
  return context?.locals;
}

/**
 * A new record belongs to the member who created it. Clients cannot choose that, because the relationship is not
 * writable.
 */
export function withTenant(
  parameters: Readonly<Record<string, unknown>>,
  context: ApplicationController | undefined,
): Readonly<Record<string, unknown>> {
  const member = askingMember(context);
  return member ? { ...parameters, organisationId: member.organisationId } : parameters;
}
