/** The store has refused what was written together: each is written by itself then, to tell which of them it is. */
export class OneByOne extends Error {}
