/**
 * A faulty scope of the application: it is narrowed by something that is not a condition, or it has other parts where
 * only the condition counts.
 */
export class ScopeFault extends TypeError {}
