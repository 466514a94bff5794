/**
 * A scope of the application that is narrowed by something that is not a condition, or that has more than a condition
 * although only the condition counts.
 */
export class ScopeFault extends TypeError {}
