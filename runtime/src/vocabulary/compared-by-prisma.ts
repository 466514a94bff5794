/**
 * Whether Prisma can compare a field. Its query compiler takes `not`, `and` and `or`, in capitals or not, for its own
 * words, and fails; after a few failures no query of the process works.
 */
export const isComparedByPrisma = (field: string): boolean => !/^(?:not|and|or)$/i.test(field)
