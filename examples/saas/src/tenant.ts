import type { ApplicationController, Locals } from './api/application.controller.js';

/** An id that no record has: what a scope compares with where nobody asks. It must not be `undefined`, see docs/policies.md. */
export const NOBODY = -1;

/** The condition of a tenant's records. Without a context, in a job for instance, there are none. */
export function ofTenant(context: ApplicationController | undefined): { readonly organisationId: number } {
  return { organisationId: context?.locals.organisationId ?? NOBODY };
}

/** Who asks, or undefined where the application works for nobody. */
export function askingMember(context: ApplicationController | undefined): Locals | undefined {
  return context?.locals;
}

/** What is created belongs to whoever asks. A client says nothing of it: the relationship is not writable. */
export function withTenant(
  parameters: Readonly<Record<string, unknown>>,
  context: ApplicationController | undefined,
): Readonly<Record<string, unknown>> {
  const member = askingMember(context);
  return member ? { ...parameters, organisationId: member.organisationId } : parameters;
}
