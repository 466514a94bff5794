/**
 * An invalid scope from the application. Either it is narrowed by a value that is not a condition, or it has parts
 * other than a condition where only conditions are allowed.
 */
export class ScopeFault extends TypeError {}
