import { Unauthorized } from '@jsonapi-gen/runtime'
import { ActionsController } from '../../support/actions-controller.js'

/** What guards know of a request: a role. */
export interface Locals {
  readonly role: 'nobody' | 'reader' | 'member' | 'admin'
}

/** The guards that were asked, in their order; a test empties it. */
export const asked: string[] = []

/** The actions of the generator, with a guard for each role. */
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
