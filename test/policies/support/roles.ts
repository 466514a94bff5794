import { Unauthorized } from '@jsonapi-gen/runtime'
import { ActionsController } from '../../support/actions-controller.js'

/** The part of a request that guards read: a role. */
export interface Locals {
  readonly role: 'nobody' | 'reader' | 'member' | 'admin'
}

/** The guards that were called, in order. Tests clear the list before they use it. */
export const asked: string[] = []

/** The generator's actions, with a guard for each role. */
export class ApplicationController extends ActionsController<Locals> {
  isReader(): boolean {
    asked.push('isReader')
    if (this.locals.role === 'nobody') throw new Unauthorized({ detail: 'Log in first.' })
    return true
  }
  async isMember(): Promise<boolean> {
    asked.push('isMember')
    return this.locals.role === 'member' || this.locals.role === 'admin'
  }
  isAdmin(): boolean {
    asked.push('isAdmin')
    return this.locals.role === 'admin'
  }
  override describe(): string {
    return `role ${this.locals.role}`
  }
}
