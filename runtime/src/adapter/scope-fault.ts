/** A scope of the application's that is narrowed by what is no condition, or has more than one where only that counts. */
export class ScopeFault extends TypeError {}
