// Passport looks for a user's type in Express.User. A module without imports would not extend the global scope.
import type { User as OwnUser } from './who-is-asking-examples.js'

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- where Passport looks for it
  namespace Express {
    interface User extends OwnUser {}
  }
}
